import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openStage } from './stage.ts'

const stage = openStage()
const dock = (page: Page) => page.getByRole('complementary', { name: 'Створення чеків' })

/** Boxes of orders on the screen, and those that something which does not belong to the list lies over. */
const boxes = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('input[aria-label^="Вибрати замовлення"]')].filter((box) => {
      const { top, bottom, width } = box.getBoundingClientRect()
      const header = document.querySelector('header')?.getBoundingClientRect()
      return width > 0 && top >= Math.max(0, header?.bottom ?? 0) && bottom <= innerHeight
    })
    const covered = all.filter((box) => {
      const { left, top, width, height } = box.getBoundingClientRect()
      const over = document.elementFromPoint(left + width / 2, top + height / 2)
      return over?.closest('main') === null
    })
    return { seen: all.length, covered: covered.map(({ outerHTML }) => outerHTML) }
  })

test.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])('with finished bulks every box of the list can be clicked, at $width × $height', async (viewport) => {
  const page = await stage.page()
  await page.setViewportSize(viewport)
  await stage.show(page, 'bulk/dock, two finished over the list')
  // What was told of the results goes by itself; here it is put away.
  const told = page.getByRole('button', { name: 'Закрити сповіщення' })
  for (let count = await told.count(); count > 0; count -= 1) await told.first().click()
  await expect.poll(() => dock(page).getByRole('button', { name: /^Чеки/ }).getAttribute('aria-expanded')).toBe('false')
  let seen = 0
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += viewport.height / 2) {
    await page.evaluate((to) => scrollTo(0, to), top)
    const found = await boxes(page)
    expect(found.covered, `scrolled to ${top}`).toEqual([])
    seen += found.seen
  }
  expect(seen).toBeGreaterThanOrEqual(14)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  // At the end of the page nothing of the list is left below the dock.
  const [list, pill] = await Promise.all([page.locator('main table').boundingBox(), dock(page).boundingBox()])
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(pill?.y ?? 0)
})

test('on a telephone two bulks are told apart without opening anything', async () => {
  const page = await stage.page()
  await page.setViewportSize({ width: 390, height: 844 })
  await stage.show(page, 'bulk/dock, failed beside a running one')
  const words = (await dock(page).getByRole('button', { name: /^Чеки/ }).innerText()).replace(/\s+/g, ' ')
  expect(words).toMatch(/^Чеки \d+ з 12 не всі створено · \d+ з 8$/)
})
