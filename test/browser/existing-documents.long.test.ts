import { expect, test } from 'vitest'
import { sweepOrphans } from '#/server/receipts/orphans/sweep-orphans.ts'
import { axeFindings } from './browser.ts'
import { openShop } from './shop.ts'
import { heading, person } from './walks.ts'

const shop = openShop({
  registers: ['ФОП Шевченко О. П.'],
  intervals: { reconcile: 1, poll_receipts: 60, sweep: 3600 },
})
const { app, computer, arrive, orderId, providers, registers } = shop
const goods = [{ code: 'A', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }]
const anOrder = { goods, total: 120_000 }
const [register] = registers

/** A cashier made it in the cabinet of Checkbox, and the sweep has seen it. */
async function byHand(ttn: string, total_sum: number): Promise<string> {
  const { id } = providers().fiscal.documents.createByHand({ ttn, license_key: register?.license_key ?? '', total_sum })
  await sweepOrphans(app().app)
  return id
}

const receiptsOf = async (ttn: string) =>
  app().db.selectFrom('receipts').select(['state', 'provider_id', 'amount']).where('ttn', '=', ttn).execute()

test('a receipt that exists at Checkbox is taken over where it stands in the way of a new one', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const id = await byHand(ttn, 120_000)
  const page = await (await computer()).open(`/?order=${await orderId(ttn)}`, await person(app()))
  await page
    .getByRole('region', { name: 'Чек', exact: true })
    .getByRole('button', { name: /^Створити чек/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Створити чек/ })
  await dialog.getByRole('button', { name: 'Створити чек' }).click()
  await dialog.getByText(/у Checkbox уже є чек на 1\s200,00\s₴/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Прийняти цей чек' }).click()
  await page.getByText('Чек прийнято.').waitFor()
  expect(await receiptsOf(ttn)).toEqual([{ state: 'created', provider_id: id, amount: 120_000 }])
})

test('of another sum it is taken over with a reason only', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const id = await byHand(ttn, 99_900)
  const page = await (await computer()).open(`/?order=${await orderId(ttn)}`, await person(app()))
  await page
    .getByRole('region', { name: 'Чек', exact: true })
    .getByRole('button', { name: /^Створити чек/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Створити чек/ })
  await dialog.getByRole('button', { name: 'Створити чек' }).click()
  await dialog.getByRole('button', { name: 'Прийняти цей чек' }).click()
  const why = page.getByRole('dialog', { name: 'Сума в документі інша' })
  await why.getByRole('textbox').fill('Знижку дали після відправлення')
  await why.getByRole('button', { name: 'Прийняти чек' }).click()
  await why.waitFor({ state: 'detached' })
  expect(await receiptsOf(ttn)).toEqual([{ state: 'created', provider_id: id, amount: 99_900 }])
})

test('after a loss many are taken over at once, and each that differs says why it stays', async () => {
  const ttns = await arrive([{ order: anOrder }, { order: anOrder }, { order: anOrder }])
  const [first = '', second = '', other = ''] = ttns
  await byHand(first, 120_000)
  await byHand(second, 120_000)
  await byHand(other, 50_000)
  const page = await (await computer()).open('/attention', await person(app()))
  await heading(page, 'Потребує уваги').waitFor()
  await page.getByRole('button', { name: 'Прийняти всі, що збігаються із замовленнями' }).click()
  await page.getByText('Прийнято чеків: 2.').waitFor()
  await page.getByText(/Не прийнято: 1\./).waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await receiptsOf(first)).toMatchObject([{ state: 'created' }])
  expect(await receiptsOf(second)).toMatchObject([{ state: 'created' }])
  expect(await receiptsOf(other)).toEqual([])
})
