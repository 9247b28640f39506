import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { expectGoodLooks } from './good-looks.ts'
import { openShop, type Wished } from './shop.ts'
import { person } from './walks.ts'

const shop = openShop({ registers: ['ФОП Шевченко-Заболотна Олександра Петрівна, магазин на Подолі'] })
const { app, computer, arrive, orderId } = shop

const longName = 'Красношапко-Нечуй-Левицька Олександра-Анастасія Володимирівна'
const goods = (name: string) => ({ code: 'A', name, price: 120_000, quantity: 1000, discount: 0 })

/** As in a shop: long names, many goods, parcels on every part of their way, some orders without a TTN. */
function wished(place: number): Wished {
  const lines = [goods('Чохол шкіряний для ноутбука 15,6 дюйма, темно-синій, ручна робота'), goods('Скло захисне')]
  return {
    order: {
      recipient: { name: place % 3 === 0 ? longName : `Олена Шевченко ${place}`, phone: '380671112233' },
      goods: place % 2 === 0 ? lines : lines.slice(0, 1),
      total: place % 2 === 0 ? 240_000 : 120_000,
      ...(place % 5 === 4 && { ttn: null }),
    },
    status_code: [5, 7, 1][place % 3] ?? 5,
    foreign: place % 7 === 6,
    by_transfer: place % 11 === 10,
  }
}

async function open(path: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await (await computer({ viewport })).open(path, await person(app()))
  await page.locator('tr[data-id]').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** Rows that are seen wholly without scrolling. */
const rowsInSight = (page: Page): Promise<number> =>
  page.locator('tr[data-id]').evaluateAll((rows) => {
    const seen = rows.map((row) => row.getBoundingClientRect())
    return seen.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length
  })

const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top, bottom }
    })

test('at 1280 × 800 twelve rows are in sight at once, in dense rows eighteen, and little stands before them', async () => {
  const ttns = await arrive(Array.from({ length: 40 }, (_, place) => wished(place)))
  const page = await open('/', { width: 1280, height: 800 })
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(12)
  // Orders that have nothing to do yet stand further down.
  await expect.poll(() => page.locator('tr[data-id]').filter({ hasText: 'Немає ТТН' }).count()).toBe(0)
  const [toolbar, banner] = [await edges(page, '#order-tools'), await edges(page, '[aria-label="Стан служби"]')]
  // The line that says «demonstration» is not there in a shop that works.
  expect(toolbar.bottom - (banner.bottom - banner.top)).toBeLessThanOrEqual(170)

  await page.getByRole('button', { name: 'Щільні рядки' }).click()
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(18)
  const text = (await page.locator('tr[data-id]').first().textContent()) ?? ''
  expect(text).toContain('+380')

  await createReceipt(app().app, theSystem, await orderId(ttns.find(Boolean) ?? ''))
  await page.setViewportSize({ width: 1920, height: 1080 })
  const table = await page.getByRole('table').evaluate((element) => element.getBoundingClientRect().width)
  expect(table, 'the list on a wide screen').toBeGreaterThan(1_800)
})

test('at 1280 px whoever has every tab sees the whole alarm without scrolling', async () => {
  const dear = { order: { goods: [{ ...goods('Перстень'), price: 99_999_900 }], total: 99_999_900 }, status_code: 7 }
  await arrive([{ ...wished(0), status_code: 9 }, ...Array.from({ length: 12 }, () => dear)])
  const page = await (
    await computer({ viewport: { width: 1280, height: 800 } })
  ).open('/', await person(app(), 'admin'))
  const alarm = page.getByRole('region', { name: 'Підсумок' }).getByRole('link', { name: /Отримано без чека: [1-9]/ })
  await alarm.waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Приховані' }).count()).toBe(1)
  await expect.poll(() => alarm.evaluate((link) => link.getBoundingClientRect().right)).toBeLessThanOrEqual(1280)
})

test.each(['comfortable', 'compact'])(
  'no row of a %s list is higher than its two lines, whatever its order has',
  async (density) => {
    const page = await open('/', { width: 1280, height: 800 })
    if (density === 'compact') await page.getByRole('button', { name: 'Щільні рядки' }).click()
    const heights = await page.locator('tr[data-id]').evaluateAll((rows) => rows.map((row) => row.clientHeight))
    expect(Math.max(...heights)).toBeLessThanOrEqual(density === 'compact' ? 32 : 47)
  },
)

test('on a phone the first order begins within 260 px, the tabs are one line, and the tools are behind one button', async () => {
  const page = await open('/', { width: 390, height: 844 })
  expect((await edges(page, 'tr[data-id]')).top).toBeLessThanOrEqual(260)
  const tabs = await page
    .getByRole('navigation', { name: 'Вкладки замовлень' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)))
  expect(new Set(tabs).size).toBe(1)

  const filters = page.getByRole('button', { name: 'Фільтри', exact: true })
  await expect.poll(() => filters.isVisible()).toBe(false)
  await page.getByRole('button', { name: /^Фільтри та інше/ }).click()
  await filters.waitFor()
  await page.getByRole('button', { name: /^Фільтри та інше/ }).click()
  await filters.waitFor({ state: 'hidden' })
})

test('on a phone a finger hits what is to be done, and receipts of many orders are made', async () => {
  const page = await open('/', { width: 390, height: 844 })
  const create = page.getByRole('button', { name: 'Створити чек', exact: true }).first()
  expect((await create.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  const ready = page
    .locator('tr[data-id]')
    .filter({ has: page.getByRole('button', { name: 'Створити чек', exact: true }) })
  const ids = await ready.evaluateAll((rows) => rows.slice(0, 2).map((row) => row.dataset['id'] ?? ''))
  for (const id of ids) await page.locator(`tr[data-id="${id}"]`).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Вибрані замовлення' })
  const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
  expect(y + height, 'the bar is at the thumb').toBeGreaterThan(780)
  await bar.getByRole('button', { name: 'Створити чеки' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Створити/ })
    .click()
  const made = app().db.selectFrom('receipts').select('order_id').where('order_id', 'in', ids)
  await expect.poll(async () => (await made.execute()).length).toBe(2)
})

test('the list looks right in both schemes and is Ukrainian, wide and narrow', async () => {
  await expectGoodLooks(await open('/', { width: 1280, height: 800 }))
})
