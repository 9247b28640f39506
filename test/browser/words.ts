import type { Page } from 'playwright-core'

/**
 * Proper names that have no Ukrainian spelling on our screens, and the logins of the test people («no…» is how the
 * audit log abbreviates one of them). Keys are read as they are printed.
 */
const allowed =
  /^(Chrome|Windows|Linux|Firefox|Safari|iPhone|Checkbox|NovaPay|CRM|CSV|XLSX|PIN|QR|USB|Google|Microsoft|Authenticator|Aegis|person\d+|newcomer\d+|nobody|no|admin)$/

interface Words {
  /** Latin words. */
  foreign: string[]
  /** Words in which a Latin letter pretends to be a Cyrillic one. */
  mixed: string[]
  /** Pieces of text with a typewriter's quote or apostrophe. */
  untypographic: string[]
}

/**
 * Everything a person can read, or a screen reader says, on the page as it is now. `names`: proper names of this page alone.
 */
export async function wordsOf(page: Page, names?: RegExp): Promise<Words> {
  const pieces = await page.evaluate(() => {
    const found = [document.title]
    for (const element of document.querySelectorAll('body *')) {
      // Codes for the support service are meant to be copied, not read.
      if (element.closest('script, style, noscript, code, kbd')) continue
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'aria-roledescription']) {
        found.push(element.getAttribute(name) ?? '')
      }
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '')
    }
    return found.map((piece) => piece.trim()).filter((piece) => piece !== '')
  })
  const words = pieces.flatMap((piece) => piece.match(/[\p{L}\d]+/gu) ?? [])
  return {
    foreign: words.filter((word) => /^[a-z]{2,}\d*$/i.test(word) && !allowed.test(word) && !names?.test(word)),
    mixed: words.filter((word) => /[а-яіїєґ]/i.test(word) && /[a-z]/i.test(word)),
    untypographic: pieces.filter((piece) => /['"`]/.test(piece)),
  }
}
