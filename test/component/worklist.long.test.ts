import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openStage } from './stage.ts'

const stage = openStage({ viewport: { width: 1280, height: 800 } })
const kind = (page: Page, title: RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

async function show(state: string): Promise<Page> {
  const page = await stage.page()
  await stage.show(page, `attention/${state}`)
  return page
}

test('every row says number, TTN, recipient, sum, register and age, with the exact time for who asks', async () => {
  const page = await show('three of every trouble')
  const row = kind(page, /^Отримано без чека/)
    .getByRole('listitem')
    .first()
  const words = (await row.innerText()).replace(/\s+/g, ' ')
  expect(words).toContain('№ 84300')
  expect(words).toContain('2045 7310 003700')
  expect(words).toContain('Андрій Бондаренко')
  expect(words).toContain('450,00 ₴')
  expect(words).toContain('Основна')
  expect(words).toContain('9 днів')
  await expect.poll(() => row.locator('time').getAttribute('title')).toMatch(/^\d+ \S+ \d{4} р\. о \d\d:\d\d$/)
})

test('of two hundred the first fifty are drawn, the others when they are asked for, and what is not listed is counted', async () => {
  const page = await show('two hundred: Чек не створено')
  const failed = kind(page, /^Чек не створено: 200$/)
  await expect.poll(() => failed.getByRole('listitem').count()).toBe(50)
  await failed.getByRole('button', { name: 'Показати ще 50' }).click()
  await expect.poll(() => failed.getByRole('listitem').count()).toBe(100)
  await expect.poll(() => failed.getByRole('button', { name: /^Показати ще/ }).count()).toBe(0)
  await failed.getByText('Показано найдавніші 100, усього їх 200.').waitFor()
  await failed.getByLabel('Вибрати найдавніші 100').check()
  await page.getByRole('button', { name: 'Спробувати ще раз (100)' }).waitFor()
})

test('by keyboard alone: all are chosen, their actions come next by Tab, one is left out, and C asks for the receipts', async () => {
  const page = await show('receipts for all of a kind, asked before')
  await page.keyboard.press('Escape')
  const bar = page.getByRole('region', { name: 'Вибране' })
  await bar.getByText('Вибрано: 3').waitFor()
  const received = kind(page, /^Отримано без чека/)
  await received.getByLabel('Вибрати всі 3').focus()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('Tab')
  await expect.poll(() => focused()).toBe('Зняти вибір')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => focused()).toBe('Створити чеки (3)')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await bar.getByText('Вибрано: 2').waitFor()
  await page.keyboard.press('KeyC')
  await page.getByRole('dialog', { name: /^Створити чеки: 2/ }).waitFor()
})

test('choosing in another list leaves the first, and a range is chosen with Shift', async () => {
  const page = await show('all of a kind chosen')
  const failed = kind(page, /^Чек не створено/)
  const rows = failed.getByRole('checkbox', { name: /^Вибрати №/ })
  await rows.first().check()
  await page.getByText('Вибрано: 1').waitFor()
  await expect
    .poll(() =>
      kind(page, /^Отримано без чека/)
        .getByRole('checkbox', { checked: true })
        .count(),
    )
    .toBe(0)
  await rows.last().click({ modifiers: ['Shift'] })
  await page.getByText('Вибрано: 3').waitFor()
  await page.getByRole('button', { name: 'Зняти вибір' }).click()
  await page.getByRole('region', { name: 'Вибране' }).waitFor({ state: 'detached' })
})

test('on a telephone a row is a card, and nothing of it lies under the bar of what is chosen', async () => {
  const page = await show('all of a kind chosen')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [last, bar] = await Promise.all([
    page.getByRole('listitem').last().boundingBox(),
    page.getByRole('region', { name: 'Вибране' }).boundingBox(),
  ])
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})
