import { describe, expect, test } from 'vitest'
import { toCash } from '#/contract/cash-rounding.ts'
import { credentials, prepaymentId, sending, startReady } from '#/test/support/real-checkbox.ts'

const relation_id = 'ORDER-0000012345'
/** 200.00 in advance and 1000.00 for the rest become `amount` and whatever is left of 1200.00. */
const inCash = (amount: number) => {
  const body = JSON.parse(sending('prepayment').body)
  const payments = [{ type: 'CASH', label: 'Готівка', value: amount }]
  return JSON.stringify({ ...body, payments, rounding: true, rounding_mode: 'ROUND_50' })
}
const restOf = (amount: number) => sending('ettn_rest').body.replace('"value":100000', `"value":${120_000 - amount}`)

describe.each([
  [12_345, 12_350],
  [12_301, 12_300],
  [12_325, 12_350],
  [12_375, 12_400],
])('an advance of %i kopiykas in cash', (amount, paid) => {
  test('is paid in halves of a hryvnia', async () => {
    const { ettn, create } = await startReady('prepayment')
    expect(await create({ body: inCash(amount) })).toMatchObject({ kind: 'positive' })
    expect(await ettn.findReceipt(credentials, prepaymentId)).toMatchObject({ found: { status: 'done', amount: paid } })
    expect(toCash(amount)).toBe(paid)
  })

  test('leaves the exact rest to be paid, and that is what the waybill must say', async () => {
    const { ettn, create } = await startReady('prepayment')
    await create({ body: inCash(amount) })
    expect(await ettn.findChain(credentials, relation_id)).toMatchObject({ found: { paid: amount } })
    expect(await ettn.create(credentials, sending('ettn_rest', { body: restOf(amount) }))).toMatchObject({
      kind: 'positive',
      document: { amount: 120_000 - amount },
    })
  })
})

test('should the chain count what was rounded, the rest is refused in words, and the chain tells what was paid', async () => {
  const { ettn, create, set } = await startReady('prepayment')
  set({ chain_counts: 'rounded' })
  await create({ body: inCash(12_345) })
  expect(await ettn.create(credentials, sending('ettn_rest', { body: restOf(12_345) }))).toMatchObject({
    kind: 'answered',
    failure: { detail: expect.stringContaining('Сума оплат не дорівнює сумі чека') },
  })
  expect(await ettn.findChain(credentials, relation_id)).toMatchObject({ found: { paid: 12_350 } })
})
