import type { Page } from 'playwright-core'

/** The letters of the Ukrainian layout on the keys that have shortcuts; Playwright's own keyboard has the Latin ones. */
const letters: Record<string, string> = {
  KeyA: 'ф',
  KeyC: 'с',
  KeyE: 'у',
  KeyJ: 'о',
  KeyK: 'л',
  KeyP: 'з',
  KeyR: 'к',
  KeyS: 'і',
  KeyT: 'е',
  KeyX: 'ч',
  Slash: '.',
}

/** Presses keys as Chromium reports them on a computer with the Ukrainian layout on: the place is the same, the letter is not. */
export async function ukrainianKeys(page: Page) {
  const session = await page.context().newCDPSession(page)
  return async (...codes: string[]): Promise<void> => {
    for (const code of codes) {
      const letter = letters[code]
      const key = letter ?? code
      const text = letter ?? (code === 'Enter' ? '\r' : undefined)
      const windowsVirtualKeyCode = code === 'Enter' ? 13 : code.charCodeAt(3)
      const pressed = { code, key, windowsVirtualKeyCode, ...(text !== undefined && { text }) }
      await session.send('Input.dispatchKeyEvent', { type: text === undefined ? 'rawKeyDown' : 'keyDown', ...pressed })
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key, windowsVirtualKeyCode })
    }
  }
}
