import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { axeFindings } from './browser.ts'
import { openShop } from './shop.ts'
import { heading, person } from './walks.ts'

const shop = openShop({ intervals: { reconcile: 1, poll_receipts: 60, sweep: 3600 } })
const { app, computer, arrive, orderId, providers, registers } = shop
const goods = [{ code: 'A', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }]
const anOrder = { goods, total: 120_000 }
const received = { order: anOrder, status_code: 9 }

const kind = (page: Page, title: RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

async function openAttention(): Promise<Page> {
  const page = await (await computer()).open('/attention', await person(app()))
  await heading(page, 'Потребує уваги').waitFor()
  return page
}

const stateOf = async (ttn: string) => {
  const found = app().db.selectFrom('receipts').select('state').where('ttn', '=', ttn).orderBy('created_at', 'desc')
  return (await found.executeTakeFirst())?.state
}
const documentsOf = (ttns: readonly string[]) => ttns.map((ttn) => providers().fiscal.documents.live(ttn).length)

test('all parcels received without a receipt get theirs after one question that says how many and for how much, each once', async () => {
  const ttns = await arrive([received, received, received, received])
  const page = await openAttention()
  const list = kind(page, /^Отримано без чека: 4$/)
  await list.getByText('4 800,00 ₴'.replaceAll(' ', '\u00a0')).waitFor()
  await list.getByLabel('Вибрати всі 4').check()
  await page.getByRole('button', { name: 'Створити чеки (4)' }).click()
  const dialog = page.getByRole('dialog', { name: /^Створити чеки: 4/ })
  await dialog.getByText(/Буде створено 4(\sчеки)? на 4\s800,00\s₴/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await list.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Вибране' }).waitFor({ state: 'detached' })
  // The button that was pressed is gone: the focus is in the page, not before its very beginning.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await expect.poll(() => documentsOf(ttns), { timeout: 40_000 }).toEqual([1, 1, 1, 1])
})

test('many are marked as needing no receipt for one reason; one that got its receipt meanwhile is named, and the rest is done', async () => {
  const ttns = await arrive([received, { ...received, order: { ...anOrder, number: '84555' } }, received])
  const ids = await Promise.all(ttns.map(orderId))
  const page = await openAttention()
  const list = kind(page, /^Отримано без чека: 3$/)
  await list.getByLabel('Вибрати всі 3').check()
  await page.getByRole('button', { name: 'Чек не потрібен… (3)' }).click()
  const dialog = page.getByRole('dialog', { name: /^Чек не потрібен: 3/ })
  await page.keyboard.press('Enter')
  await dialog.getByText('Введіть причину.').waitFor()
  await createReceipt(app().app, theSystem, ids[1] ?? '')
  await page.keyboard.type('Чеки пробито в магазині')
  await page.keyboard.press('Enter')
  const told = page.getByRole('dialog', { name: 'Зроблено не все' })
  await told.getByText('Не вдалося: 1 з 3. Решту зроблено.').waitFor()
  await told.getByText('84555').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await told.getByRole('button', { name: 'Закрити' }).click()
  await kind(page, /^Отримано без чека/).waitFor({ state: 'detached' })
  const entries = app().db.selectFrom('audit_log').select(['subject_id', 'details']).where('subject_id', 'in', ids)
  const marked = await entries.where('action', '=', 'order.receipt_not_needed').execute()
  expect(new Set(marked.map(({ subject_id }) => subject_id))).toEqual(new Set([ids[0], ids[2]]))
  expect(marked.map(({ details }) => Object(details).reason)).toEqual(Array(2).fill('Чеки пробито в магазині'))
})

test('receipts that failed are tried again together, and none that could be there already', async () => {
  const ttns = await arrive([{ order: anOrder }, { order: anOrder }])
  const body = { code: 'validation.custom', message: 'Невідомий код податку товару', detail: [] }
  providers().fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'status', status: 422, body }, times: 2 })
  for (const ttn of ttns) await createReceipt(app().app, theSystem, await orderId(ttn))
  await expect.poll(() => Promise.all(ttns.map(stateOf)), { timeout: 40_000 }).toEqual(['failed', 'failed'])
  const page = await openAttention()
  const list = kind(page, /^Чек не створено: 2$/)
  await list.getByLabel('Вибрати всі 2').check()
  await page.getByRole('button', { name: 'Спробувати ще раз (2)' }).click()
  await page
    .getByRole('dialog')
    .getByText(/Буде створено 2(\sчеки)? на 2\s400,00\s₴/)
    .waitFor()
  await page.keyboard.press('Enter')
  await list.waitFor({ state: 'detached' })
  await expect.poll(() => documentsOf(ttns), { timeout: 40_000 }).toEqual([1, 1])
})

test('receipts that wait for a person are all asked about again by one press', async () => {
  const ttns = await arrive([{ order: anOrder }, { order: anOrder }])
  const { fiscal } = providers()
  const license_key = registers[0]?.license_key ?? ''
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer' }, times: 2 })
  const foreign: string[] = []
  for (const ttn of ttns) {
    const order = await orderId(ttn)
    await createReceipt(app().app, theSystem, order)
    // Seen before the receipt was asked for, it would be a reason to refuse it.
    foreign.push(fiscal.documents.createByHand({ ttn, license_key, total_sum: 99_900 }).id)
  }
  await expect.poll(() => Promise.all(ttns.map(stateOf)), { timeout: 40_000 }).toEqual(['attention', 'attention'])
  const page = await openAttention()
  const list = kind(page, /^Чеки, що потребують рішення: 2$/)
  for (const document of foreign) fiscal.documents.deleteByHand(document)
  await list.getByLabel('Вибрати всі 2').check()
  await page.getByRole('button', { name: 'Перевірити ще раз… (2)' }).click()
  await page
    .getByRole('dialog', { name: /^Перевірити ще раз: 2/ })
    .getByText(/на 2\s400,00\s₴/)
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Питаємо Checkbox ще раз: 2').waitFor()
  await kind(page, /^Чеки, що потребують рішення/).waitFor({ state: 'detached' })
  expect(documentsOf(ttns).every((count) => count <= 1)).toBe(true)
})
