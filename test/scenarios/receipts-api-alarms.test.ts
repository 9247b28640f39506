import { describe, expect, test } from 'vitest'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { newId } from '#/server/platform/random.ts'
import { receiptGauges } from '#/server/receipts/gauges.ts'
import { moveReceipt } from '#/server/receipts/machine/move-receipt.ts'
import { silentProblem } from '#/server/receipts/machine/problem-words.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { kasyr, cashier } = desk
const alarms = async (): Promise<ReceiptAlarms> => (await cashier.get<ReceiptAlarms>('/receipts/alarms')).body
const metrics = async (): Promise<Map<string, number>> => {
  const text = await (await fetch(`${kasyr.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => /^kasyr_(re|or)/.test(line))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

const nothing = { count: 0, amount: 0, items: [] }

describe('what a person must see to', () => {
  test('is nothing at first', async () => {
    expect(await alarms()).toEqual({
      attention: 0,
      waiting: nothing,
      received_without_receipt: 0,
      received_amount: 0,
      received: [],
      paid_not_fiscal: nothing,
      sums_differ: nothing,
      failed: nothing,
      copies_undelivered: nothing,
      ttn_differs: nothing,
      unbound_received: nothing,
      not_asked: nothing,
      stuck: nothing,
      return_due: nothing,
      fiscal_without_code: nothing,
      parcel_deleted: nothing,
      sale_left: nothing,
      clock: { count: 0, items: [] },
      registers: [],
      orphans: [],
      orphans_count: 0,
      orphans_amount: 0,
    })
    const numbers = await metrics()
    expect(numbers.get('kasyr_receipts_attention')).toBe(0)
    expect(numbers.get('kasyr_receipts{state="queued"}')).toBe(0)
    expect(numbers.get('kasyr_registers_unable')).toBe(0)
  })

  test('are receipts in attention, until they are settled', async () => {
    const [one, other] = [await desk.receipt(), await desk.receipt()]
    await desk.drive(one.id, ...wayTo('attention'))
    await desk.drive(other.id, ...wayTo('unknown'))
    expect((await alarms()).attention).toBe(1)
    const numbers = await metrics()
    expect(numbers.get('kasyr_receipts_attention')).toBe(1)
    expect(numbers.get('kasyr_receipts{state="unknown"}')).toBe(1)
    expect(numbers.get('kasyr_receipts_oldest_seconds{state="unknown"}')).toBeGreaterThan(0)
    expect(numbers.get('kasyr_receipts_oldest_seconds{state="sending"}')).toBe(0)
    await cashier.post(`/receipts/${one.id}/recheck`)
    expect((await alarms()).attention).toBe(0)
    expect((await metrics()).get('kasyr_receipts{state="unknown"}')).toBe(2)
  })

  test('are receipts in attention with what a person needs to decide, the one that has waited longest first', async () => {
    const waiting = [await desk.receipt(), await desk.receipt(), await desk.receipt()]
    for (const { id } of waiting.toReversed()) await desk.drive(id, ...wayTo('attention'))
    const [last, middle, first] = waiting
    // It came back to attention after the others: what counts is how long it has waited now.
    await moveReceipt(kasyr.app, first?.id ?? '', { event: { type: 'recheck_asked' } })
    await moveReceipt(kasyr.app, first?.id ?? '', { event: { type: 'silent_too_long', problem: silentProblem } })
    const { attention, waiting: told } = await alarms()
    expect(told.items.map(({ receipt_id }) => receipt_id)).toEqual([middle?.id, last?.id, first?.id])
    expect([told.count, attention]).toEqual([3, 3])
    expect(told.amount).toBe(told.items.reduce((sum, { amount }) => sum + amount, 0))
    const { number, ttn, recipient } = await desk.readOrder(first?.order_id ?? '')
    expect(told.items[2]).toMatchObject({
      order_id: first?.order_id,
      number,
      ttn,
      recipient,
      kind: 'ettn',
      problem: silentProblem,
      detail: silentProblem.detail,
    })
    for (const { id } of waiting) await cashier.post(`/receipts/${id}/recheck`)
    expect((await alarms()).waiting).toEqual(nothing)
  })

  test('is a receipt that stays too long where it must not: its time counts from the last time it came there', async () => {
    const { id } = await desk.receipt()
    const appAt = (later: number) => ({ ...kasyr.app, clock: { now: () => new Date(Date.now() + later) } })
    const oldest = async (state: string, later: number) => {
      const gauge = receiptGauges(appAt(later)).find(({ name }) => name === 'kasyr_receipts_oldest_seconds')
      return Number(Object(await gauge?.read())[state])
    }
    expect(await oldest('queued', 600_000)).toBeGreaterThanOrEqual(600)
    await desk.drive(id, ...wayTo('sending'))
    expect(await oldest('queued', 600_000)).toBe(0)
    expect(await oldest('sending', 600_000)).toBeGreaterThanOrEqual(600)
    expect(await oldest('sending', 0)).toBeLessThan(60)
    await moveReceipt(appAt(300_000), id, { event: { type: 'not_sent', attempt: 1 } })
    expect(await oldest('sending', 600_000)).toBe(0)
    expect(await oldest('queued', 600_000)).toBeLessThan(360)
  })

  test('are parcels received without a receipt, until they get one or had one', async () => {
    const [bare = '', covered = ''] = await desk.orders(2)
    await desk.receipt(covered)
    await desk.tellParcels([bare, covered], { status_code: 9 })
    const { number, ttn } = await desk.readOrder(bare)
    const { received_amount, received } = await alarms()
    expect(await alarms()).toMatchObject({ received_without_receipt: 1, received: [{ order_id: bare, number, ttn }] })
    expect(received_amount).toBe(received[0]?.amount)
    expect((await metrics()).get('kasyr_received_without_receipt')).toBe(1)
    const summary = await cashier.get<{ received_without_receipt: number }>('/orders/summary')
    expect(summary.body.received_without_receipt).toBe(1)
    await desk.receipt(bare)
    expect(await alarms()).toMatchObject({ received_without_receipt: 0, received: [] })
  })

  test('are active registers that cannot make receipts, with the reason', async () => {
    const id = await desk.addRegister({ license_key: 'bad-one' })
    const { registers } = await alarms()
    expect(registers).toEqual([{ id, name: expect.any(String), detail: expect.stringContaining('ключа ліцензії') }])
    expect((await metrics()).get('kasyr_registers_unable')).toBe(1)
    await kasyr.db.updateTable('cash_registers').set({ health: null, is_test: null }).where('id', '=', id).execute()
    expect((await alarms()).registers[0]?.detail).toContain('не відомо, чи вона тестова')
    await desk.admin.patch(`/cash-registers/${id}`, { active: false })
    expect((await alarms()).registers).toEqual([])
  })

  test('are documents at the provider that no receipt stands for', async () => {
    const { id, order_id } = await desk.receipt()
    await desk.drive(id, ...wayTo('failed'))
    await moveReceipt(kasyr.app, id, { event: { type: 'sent_positive', attempt: 1, provider_id: 'too-late' } })
    const [orphan, ...others] = (await alarms()).orphans
    expect(others).toEqual([])
    expect(orphan).toMatchObject({ provider_id: 'too-late', order_id, cash_register: { id: desk.registerId } })
    expect((await metrics()).get('kasyr_orphan_documents')).toBe(1)
    const settled = { settled_at: kasyr.app.clock.now().toISOString() }
    await kasyr.db.updateTable('receipt_incidents').set(settled).execute()
    expect((await alarms()).orphans).toEqual([])
  })

  test('are such documents until a person says why one may stay; who, when and why is kept', async () => {
    const { id, order_id } = await desk.receipt()
    await desk.drive(id, ...wayTo('failed'))
    await moveReceipt(kasyr.app, id, { event: { type: 'sent_positive', attempt: 1, provider_id: 'made-by-hand' } })
    const dismiss = (reason: string) => cashier.post('/receipts/orphans/made-by-hand/dismiss', { reason })
    expect(await dismiss(' ')).toMatchObject({ status: 400 })
    expect((await alarms()).orphans).toMatchObject([{ provider_id: 'made-by-hand' }])
    expect(await dismiss('Чек зробили в кабінеті')).toMatchObject({ status: 204 })
    expect((await alarms()).orphans).toEqual([])
    const [entry] = await kasyr.db
      .selectFrom('audit_log')
      .select(['actor_login', 'subject_id', 'details'])
      .where('action', '=', 'receipt.orphan_dismissed')
      .execute()
    expect(entry).toEqual({
      actor_login: expect.any(String),
      subject_id: desk.registerId,
      details: { provider_id: 'made-by-hand', order_id, reason: 'Чек зробили в кабінеті' },
    })
    expect(await dismiss('Ще раз')).toMatchObject({ status: 404, body: { code: 'receipt.orphan_not_found' } })
  })

  test('is told of the hundred oldest at most, and counted in full', async () => {
    const values = Array.from({ length: 101 }, (_, place) => ({
      id: newId(),
      at: new Date(kasyr.app.clock.now().getTime() - place * 60_000).toISOString(),
      kind: 'orphan',
      provider_id: `stray-${place}`,
      details: '{}',
    }))
    await kasyr.db.insertInto('receipt_incidents').values(values).execute()
    const { orphans, orphans_count } = await alarms()
    expect(orphans).toHaveLength(100)
    expect(orphans_count).toBe(101)
    expect([orphans[0]?.provider_id, orphans[99]?.provider_id]).toEqual(['stray-100', 'stray-1'])
    expect((await metrics()).get('kasyr_orphan_documents')).toBe(101)
  })
})
