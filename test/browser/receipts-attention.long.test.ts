import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/check-register.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { axeFindings } from './browser.ts'
import { openShop } from './shop.ts'
import { heading, person } from './walks.ts'

const shop = openShop({
  registers: ['ФОП Шевченко О. П.', 'ФОП Мельник В. І.'],
  intervals: { reconcile: 1, poll_receipts: 60, sweep: 2 },
})
const { app, computer, arrive, orderId, providers, registers } = shop
const goods = [{ code: 'A', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }]
const anOrder = { goods, total: 120_000 }
const [register] = registers

const card = (page: Page, title: RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

/**
 * Nothing of ours reaches Checkbox, but a document that is not ours is there for the same parcel. It appears after the receipt was asked
 * for and before that is sent: one that is seen sooner is a reason to refuse the receipt, and Checkbox is looked through all the time.
 */
async function aReceiptInDoubt(
  ttn: string,
  { total_sum, created_at = new Date().toISOString() }: { total_sum: number; created_at?: string },
): Promise<string> {
  const { fiscal } = providers()
  const order = await orderId(ttn)
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer' } })
  await createReceipt(app().app, theSystem, order)
  const license_key = register?.license_key ?? ''
  return fiscal.documents.createByHand({ ttn, license_key, total_sum, created_at }).id
}

const statesOf = async () => {
  const rows = await app().db.selectFrom('receipts').select(['ttn', 'state']).execute()
  return Object.fromEntries(rows.map(({ ttn, state }) => [ttn, state]))
}

test('without anything to see to the page says so, and that it is good', async () => {
  const page = await (await computer()).open('/attention', await person(app()))
  await page.getByText('Усе гаразд: чеки створюються самі').waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('a receipt that waits for a person is settled there: another look, or the document the person has found', async () => {
  const [attached = '', rechecked = ''] = await arrive([{ order: anOrder }, { order: anOrder }])
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  const document = await aReceiptInDoubt(attached, { total_sum: 120_000, created_at: hourAgo })
  const foreign = await aReceiptInDoubt(rechecked, { total_sum: 99_900 })
  const doubted = { [attached]: 'attention', [rechecked]: 'attention' }
  await expect.poll(statesOf).toMatchObject(doubted)

  const page = await (await computer()).open('/attention', await person(app()))
  await heading(page, 'Потребує уваги').waitFor()
  const waiting = card(page, /^Чеки, що потребують рішення/)
  const rowOf = (ttn: string) => waiting.getByRole('listitem').filter({ hasText: ttn.slice(-4) })
  await rowOf(rechecked)
    .getByText(/на 999,00\s₴ замість 1\s200,00\s₴, який створив не Касир/)
    .waitFor()
  expect(await axeFindings(page)).toEqual([])

  const row = rowOf(attached)
  await row.getByRole('button', { name: 'Прив’язати документ…' }).click()
  const field = row.getByLabel('ID документа в Checkbox')
  await expect.poll(() => field.evaluate((element) => element === window.document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await row.getByText('Вставте ID документа.').waitFor()
  await field.fill(foreign)
  await page.keyboard.press('Enter')
  await row.getByText('Цей документ належить іншому чеку').waitFor()
  await field.fill(` ${document} `)
  await page.keyboard.press('Enter')
  await page.getByText('Документ прив’язано до чека.').waitFor()
  await row.waitFor({ state: 'detached' })

  providers().fiscal.documents.deleteByHand(foreign)
  await rowOf(rechecked).getByRole('button', { name: 'Перевірити ще раз' }).click()
  await page.getByText('Питаємо Checkbox ще раз.').waitFor()
  await waiting.waitFor({ state: 'detached' })
  expect(await statesOf()).toMatchObject({ [attached]: 'created' })
  expect(providers().fiscal.documents.live(attached)).toHaveLength(1)
})

test('parcels received without a receipt, registers that cannot work and documents of nobody are named with the way to them', async () => {
  const [received = ''] = await arrive([{ order: { ...anOrder, number: '84999' }, status_code: 9 }])
  const { fiscal } = providers()
  const [, broken] = registers
  fiscal.registers.change(broken?.license_key ?? '', { cashier: { blocked: '2026-01-01' } })
  await checkRegister(app().app, theSystem, broken?.id ?? '')
  const orphan = fiscal.documents.createByHand({
    ttn: '20459999999999',
    license_key: register?.license_key ?? '',
    total_sum: 50_000,
  })
  const page = await (await computer()).open('/attention', await person(app()))
  await heading(page, 'Потребує уваги').waitFor()

  await card(page, /^Каси, які не можуть створювати чеки: 1$/)
    .getByText('ФОП Мельник В. І.')
    .waitFor()
  await card(page, /^Документи Checkbox без чека в Касирі/)
    .getByText(orphan.id)
    .waitFor()
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Усе гаразд…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Документ без чека — усе гаразд?' })
  await page.keyboard.press('Enter')
  await dialog.getByText('Введіть причину.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.type('Чек створено вручну в кабінеті')
  await page.keyboard.press('Enter')
  await page.getByText('Документ позначено перевіреним.').waitFor()
  await page.getByText(orphan.id).waitFor({ state: 'detached' })

  const alarm = card(page, /^Отримано без чека: 1$/)
  await alarm.getByText(received.slice(-4)).waitFor()
  await alarm.getByRole('link', { name: /84999/ }).click()
  await page.getByRole('region', { name: 'Чек', exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe(`?order=${await orderId(received)}`)
})
