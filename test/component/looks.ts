import type { Page } from 'playwright-core'
import type { Looks } from '#/dashboard/gallery/looks/looks.ts'
import type { Stage } from './stage.ts'

interface Size {
  width: number
  height: number
}

/** Shown on a large screen first, whose steps and words a state has, then made smaller, as by zoom. */
export async function showIn(stage: Stage, address: string, viewport: Size): Promise<Page> {
  const page = await stage.pageAgain()
  await page.goto('about:blank')
  await page.setViewportSize({ width: 1280, height: 1024 })
  await stage.show(page, address)
  await page.setViewportSize(viewport)
  // The page lays itself out for the narrow window in its next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  return page
}

/** What a look at the state finds, one line a fault. */
export const look = (page: Page, which: keyof Looks): Promise<string[]> =>
  page.evaluate((name) => {
    if (globalThis.gallery === undefined) throw new Error('no state of the gallery is shown')
    return globalThis.gallery.looks[name]()
  }, which)

/** A style over the page's own; as an element the content policy would not let it in. */
export const addStyle = (page: Page, text: string): Promise<void> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, text)

export const removeStyles = (page: Page): Promise<void> => addStyle(page, '')
