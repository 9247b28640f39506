import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { loggedIn } from '#/test/support/people.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, state } = shop

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ shift_seconds: 0, receipt_seconds: 2 })
})
afterEach(shop.assertSound)

const stuckOf = async (receipt_id: string) => {
  const { stuck } = (await (await loggedIn(shop.kasyr)).get<ReceiptAlarms>('/receipts/alarms')).body
  return stuck.items.find((item) => item.receipt_id === receipt_id)
}

describe('an advance that Checkbox keeps in CREATED', () => {
  async function aKept() {
    const { id: order_id } = await shop.anOrder({ control: 100_000 })
    const prepaid = { amount: 20_000, payment: 'cashless' } as const
    const rest = await createReceipt(shop.app, theSystem, order_id, { prepaid })
    fiscal.set({ receipt_seconds: 40 * 86_400 })
    await shop.send()
    const advance = (await shop.row(rest)).prepayment_id ?? ''
    expect([await state(advance), await state(rest)]).toEqual(['created', 'queued'])
    return { advance, rest, order_id }
  }
  const ask = async (path: string, body?: unknown) => (await loggedIn(shop.kasyr)).post<Receipt>(path, body)

  /** A person cancels the chain, and the worker does what follows. */
  async function cancel(rest: string): Promise<void> {
    expect((await ask(`/receipts/${rest}/cancel`)).status).toBe(202)
    await shop.cancel()
  }

  test('is shown all the time, also when a recheck finds it as it was', async () => {
    const { advance, rest } = await aKept()
    await shop.later(901)
    await cancel(rest)
    expect(await state(advance)).toBe('attention')
    const isShown: boolean[] = []
    for (let minute = 0; minute < 25; minute += 1) {
      await shop.watchFor(60, 30)
      isShown.push((await state(advance)) === 'attention' || (await stuckOf(advance)) !== undefined)
    }
    expect(isShown).not.toContain(false)
  })

  test('is told, and a cancellation says what its status is: not fiscal', async () => {
    const { advance, rest } = await aKept()
    await shop.later(901)
    expect(await stuckOf(advance)).toMatchObject({ detail: expect.stringContaining('не робить його фіскальним') })
    await cancel(rest)
    expect([await state(rest), await state(advance)]).toEqual(['cancelled', 'attention'])
    expect(await shop.problem(advance)).toContain('ще не фіскальний')
    expect(await shop.problem(advance)).not.toMatch(/вже фіскальний|чинний/)
  })

  test('that is fiscal when a person wants it cancelled becomes fiscal here as well', async () => {
    const { advance, rest } = await aKept()
    await shop.later(40 * 86_400 + 1)
    await cancel(rest)
    expect(await state(advance)).toBe('fiscalized')
  })

  test('can be ended by a person, and is shown if it becomes fiscal after all', async () => {
    const { advance, rest } = await aKept()
    await cancel(rest)
    const { status, body } = await ask(`/receipts/${advance}/give-up`, { reason: 'Підтримка каже, що не стане' })
    expect([status, body.state]).toEqual([200, 'failed'])
    await shop.sweep()
    const orphans = async () =>
      (await (await loggedIn(shop.kasyr)).get<ReceiptAlarms>('/receipts/alarms')).body.orphans.map(
        (one) => one.provider_id,
      )
    expect(await orphans()).not.toContain(advance)
    await shop.later(40 * 86_400 + 1)
    await shop.sweep()
    await shop.sweep()
    expect(await orphans()).toContain(advance)
  })
})
