import { expect, test } from 'vitest'
import type { Receipt } from '#/contract/receipts.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/checking/check-register.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { app, fiscal, first, anOrder, aReceipt, send, sweep, poll, row, state } = shop
const hand = aHandAt(shop)
fiscal.set({ shift_seconds: 0 })
const [hour, day] = [3_600, 86_400]
/** Five years in stretches of sixty days. */
const sweepsForAll = 32

async function aFiscal() {
  const { id } = await aReceipt()
  await send()
  const provider_id = (await row(id)).provider_id ?? ''
  fiscal.documents.pay(provider_id)
  await shop.later(60)
  await poll()
  expect(await state(id)).toBe('fiscalized')
  return { id, provider_id }
}

const returned = async (...receipts: { id: string }[]) =>
  (await Promise.all(receipts.map(({ id }) => row(id)))).map(({ returned_at }) => returned_at !== null)

test('a receipt returned after five or fifty days is noticed at the next sweep, after two hundred days or four years within a day and a half', async () => {
  fiscal.registers.change(first.license_key, { cashier: { certificate_end: null } })
  await checkRegister(app, theSystem, first.id)
  const ofYears = await aFiscal()
  await shop.later((4 * 365 - 200) * day)
  const ofMonths = await aFiscal()
  await shop.later(150 * day)
  const ofWeeks = await aFiscal()
  await shop.later(45 * day)
  const ofDays = await aFiscal()
  const kept = await aFiscal()
  await shop.later(5 * day)
  await sweep()
  expect(await returned(ofYears, ofMonths, ofWeeks, ofDays, kept)).toEqual([false, false, false, false, false])

  for (const { provider_id } of [ofYears, ofMonths, ofWeeks, ofDays])
    fiscal.documents.setStatus(provider_id, 'RETURNED')
  await shop.later(hour)
  await sweep()
  expect(await returned(ofWeeks, ofDays, kept)).toEqual([true, true, false])

  let sweeps = 0
  while (sweeps < sweepsForAll && (await returned(ofYears, ofMonths)).includes(false)) {
    await shop.later(hour)
    await sweep()
    sweeps += 1
  }
  expect(await returned(ofYears, ofMonths, kept)).toEqual([true, true, false])
  expect(await state(ofYears.id)).toBe('fiscalized')
  expect((await hand.auditOf(ofYears.id)).at(-1)).toMatchObject({ details: { event: 'polled_returned' } })
})

test('an advance that was given back at the till is marked as returned at the next sweep', async () => {
  const { id: order_id } = await anOrder({ control: 90_000 })
  const asked = { order_id, amount: 30_000, payment: 'cashless' }
  const { body: rest } = await (await hand.person()).post<Receipt>('/receipts/prepayment', asked)
  await send()
  await shop.later(10)
  await poll()
  const advance = await row((await row(rest.id)).prepayment_id ?? '')
  expect(advance.state).toBe('fiscalized')
  await sweep()
  expect(await returned(advance)).toEqual([false])
  fiscal.documents.returnAdvance(advance.relation_id ?? '')
  await shop.later(hour)
  await sweep()
  expect(await returned(advance)).toEqual([true])
  expect(await state(advance.id)).toBe('fiscalized')
})
