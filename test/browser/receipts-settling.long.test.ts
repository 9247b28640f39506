import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { pollReceipts } from '#/server/receipts/lookup/poll-receipts.ts'
import { sweepOrphans } from '#/server/receipts/orphans/sweep-orphans.ts'
import { openShop } from './shop.ts'
import { heading, person } from './walks.ts'

const shop = openShop({ intervals: { reconcile: 1, poll_receipts: 600, sweep: 3600 } })
const { app, computer, arrive, orderId, providers, registers } = shop
const goods = [{ code: 'A', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }]
const anOrder = { goods, total: 120_000 }
const [register] = registers

const rowOf = async (id: string) =>
  app().db.selectFrom('receipts').select(['state', 'provider_id']).where('id', '=', id).executeTakeFirstOrThrow()

async function becomes(id: string, state: string): Promise<void> {
  await expect.poll(async () => (await rowOf(id)).state).toBe(state)
}

const byHand = (ttn: string, total_sum: number): string =>
  providers().fiscal.documents.createByHand({ ttn, license_key: register?.license_key ?? '', total_sum }).id

/** A document of another sum is in its way, and nothing of its own can appear any more. */
async function aStopped(ttn: string): Promise<{ id: string; document: string }> {
  const document = byHand(ttn, 99_900)
  const id = await createReceipt(app().app, theSystem, await orderId(ttn))
  await becomes(id, 'attention')
  const quiet_after = '2026-01-01T00:00:00.000Z'
  await app().db.updateTable('receipts').set({ quiet_after }).where('id', '=', id).execute()
  return { id, document }
}

/** What the provider made of the payment is known here. */
async function aPaid(ttn: string, status: 'DONE_WITHOUT_SMS' | 'RECEIPT_ERROR'): Promise<string> {
  const id = await createReceipt(app().app, theSystem, await orderId(ttn))
  await becomes(id, 'created')
  providers().fiscal.documents.pay((await rowOf(id)).provider_id ?? '', { status })
  await pollReceipts(app().app)
  return id
}

async function openAttention(): Promise<Page> {
  const page = await (await computer()).open('/attention', await person(app()))
  await heading(page, 'Потребує уваги').waitFor()
  return page
}

const listed = (page: Page, ttn: string) => page.getByRole('listitem').filter({ hasText: ttn.slice(-4) })

test('a receipt of which Checkbox has nothing is given up with a reason', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const { id, document } = await aStopped(ttn)
  providers().fiscal.documents.deleteByHand(document)
  const page = await openAttention()
  await listed(page, ttn).getByRole('button', { name: 'У Checkbox такого чека немає…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Закрити чек, якого в Checkbox немає?' })
  await dialog.getByRole('textbox').fill('У кабінеті за цією ТТН нічого немає')
  await dialog.getByRole('button', { name: 'Закрити чек' }).click()
  await page.getByText('Чек закрито.').waitFor()
  expect((await rowOf(id)).state).toBe('failed')
})

test('a document of another sum is attached once the person says why', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const { id, document } = await aStopped(ttn)
  const page = await openAttention()
  const row = listed(page, ttn)
  await row.getByRole('button', { name: 'Прив’язати документ…' }).click()
  await row.getByLabel('ID документа в Checkbox').fill(document)
  await page.keyboard.press('Enter')
  await row.getByLabel('Якщо інша лише сума: чому її можна прийняти').fill('Покупець забрав частину товару')
  await page.keyboard.press('Enter')
  await page.getByText('Документ прив’язано до чека.').waitFor()
  expect(await rowOf(id)).toMatchObject({ state: 'created', provider_id: document })
})

test('what Checkbox failed to make fiscal is asked for once more', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const id = await aPaid(ttn, 'RECEIPT_ERROR')
  await becomes(id, 'attention')
  const page = await openAttention()
  await listed(page, ttn).getByRole('button', { name: 'Фіскалізувати ще раз' }).click()
  await page.getByText('Checkbox фіскалізує чек ще раз.').waitFor()
  expect((await rowOf(id)).state).toBe('fiscalized')
})

test('the copy that did not reach the buyer is sent to the address that is typed, and is told of no more', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const id = await aPaid(ttn, 'DONE_WITHOUT_SMS')
  await becomes(id, 'fiscalized')
  const page = await openAttention()
  await listed(page, ttn).getByRole('button', { name: 'Надіслати копію…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Копія чека/ })
  await dialog.getByLabel('Пошта або телефон покупця').fill('olena@example.com')
  await dialog.getByRole('button', { name: 'Надіслати копію' }).click()
  await page.getByText('Копію чека надіслано.').waitFor()
  await listed(page, ttn).waitFor({ state: 'detached' })
  expect(JSON.stringify(providers().fiscal.documents.copies())).toContain('olena@example.com')
})

test('one document without a receipt is taken over from the list', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const document = byHand(ttn, 120_000)
  await sweepOrphans(app().app)
  const page = await openAttention()
  await page
    .getByRole('listitem')
    .filter({ hasText: document })
    .getByRole('button', { name: 'Прийняти', exact: true })
    .click()
  await page.getByText('Чек прийнято.').waitFor()
  const made = app().db.selectFrom('receipts').select(['state', 'provider_id']).where('ttn', '=', ttn)
  expect(await made.execute()).toEqual([{ state: 'created', provider_id: document }])
})

test('a document that stands in the way is marked as not ours there, with a reason', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const provider_id = byHand(ttn, 50_000)
  await sweepOrphans(app().app)
  const page = await (await computer()).open(`/?order=${await orderId(ttn)}`, await person(app()))
  await page
    .getByRole('region', { name: 'Чек', exact: true })
    .getByRole('button', { name: /^Створити чек/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Створити чек/ })
  await dialog.getByRole('button', { name: 'Створити чек' }).click()
  await dialog.getByRole('button', { name: 'Він не наш…' }).click()
  const why = page.getByRole('dialog', { name: 'Документ не наш?' })
  await why.getByRole('textbox').fill('Чек іншого магазину')
  await why.getByRole('button', { name: 'Позначити перевіреним' }).click()
  await page.getByText('Документ позначено перевіреним.').waitFor()
  const told = app().db.selectFrom('receipt_incidents').select('reason').where('provider_id', '=', provider_id)
  expect(await told.execute()).toEqual([{ reason: 'Чек іншого магазину' }])
})
