import type { Page } from 'playwright-core'

/** A person without a mouse: keys alone, and what has the focus is all they can act on. */
export interface Hands {
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Goes on with Tab until something of this name has the focus; fails where there is no way to it. */
  to(name: RegExp): Promise<void>
  /** Opens a page by the palette. */
  go(words: string): Promise<void>
}

const mostSteps = 120

export function handsOn(page: Page): Hands {
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const type = (text: string): Promise<void> => page.keyboard.type(text)
  return {
    press,
    type,
    async to(name) {
      const met: string[] = []
      for (let step = 0; step < mostSteps; step += 1) {
        const found = await nameInFocus(page)
        if (name.test(found)) return
        met.push(found)
        await press('Tab')
      }
      throw new Error(`Tab does not lead to ${name}, only to: ${[...new Set(met)].join(' | ')}`)
    },
    async go(words) {
      await press('Control+KeyK')
      await page.getByLabel('Команда або пошук').waitFor()
      await type(words)
      await press('Enter')
      await page.getByLabel('Команда або пошук').waitFor({ state: 'detached' })
    },
  }
}

/** As a screen reader would call it, near enough: its label, or its words. */
const nameInFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.activeElement
    if (active === null || active === document.body) return ''
    const labels = active instanceof HTMLInputElement || active instanceof HTMLSelectElement ? active.labels : null
    const name = active.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? active.textContent
    return name.replace(/\s+/g, ' ').trim()
  })
