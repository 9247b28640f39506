import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings } from './browser.ts'
import { wordsOf } from './words.ts'

/** Nothing for axe to find in either scheme, only Ukrainian words, no scrolling sideways. */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-color-scheme=${colorScheme}]`).waitFor()
    const asked = colorScheme === 'light' ? 'all' : 'colours'
    expect(await axeFindings(page, asked), `axe in the ${colorScheme} scheme`).toEqual([])
  }

  expect(await wordsOf(page)).toEqual({ foreign: [], mixed: [], untypographic: [] })
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('uk')
  await expect.poll(() => page.title()).toMatch(/^[А-ЯІЇЄҐ].* · Касир$/)

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const content = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(content, `what is drawn on a screen ${width} px wide`).toBeLessThanOrEqual(width)
  }
}
