import { describe, expect, test } from 'vitest'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { newId } from '#/server/platform/random.ts'
import { receiptGauges } from '#/server/receipts/alarm.ts'
import { moveReceipt } from '#/server/receipts/machine/move-receipt.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { kasyr, cashier } = desk
const alarms = async (): Promise<ReceiptAlarms> => (await cashier.get<ReceiptAlarms>('/receipts/alarms')).body
const metrics = async (): Promise<Map<string, number>> => {
  const text = await (await fetch(`${kasyr.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => /^kasyr_(re|or)/.test(line))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

const nothing = { count: 0, items: [] }

describe('what a person must see to', () => {
  test('is nothing at first', async () => {
    expect(await alarms()).toEqual({
      attention: 0,
      received_without_receipt: 0,
      received: [],
      paid_not_fiscal: nothing,
      sums_differ: nothing,
      failed: nothing,
      copies_undelivered: nothing,
      registers: [],
      orphans: [],
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
    await moveReceipt(appAt(300_000), id, { type: 'not_sent', attempt: 1 })
    expect(await oldest('sending', 600_000)).toBe(0)
    expect(await oldest('queued', 600_000)).toBeLessThan(360)
  })

  test('are parcels received without a receipt, until they get one or had one', async () => {
    const [bare = '', covered = ''] = await desk.orders(2)
    await desk.receipt(covered)
    await desk.tellParcels([bare, covered], { status_code: 9 })
    const { number, ttn } = await desk.readOrder(bare)
    expect(await alarms()).toMatchObject({ received_without_receipt: 1, received: [{ order_id: bare, number, ttn }] })
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
    await moveReceipt(kasyr.app, id, { type: 'sent_positive', attempt: 1, provider_id: 'too-late' })
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
    await moveReceipt(kasyr.app, id, { type: 'sent_positive', attempt: 1, provider_id: 'made-by-hand' })
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

  test('is told of a hundred at most, and counted in full', async () => {
    const values = Array.from({ length: 101 }, (_, place) => ({
      id: newId(),
      at: kasyr.app.clock.now().toISOString(),
      kind: 'orphan',
      provider_id: `stray-${place}`,
      details: '{}',
    }))
    await kasyr.db.insertInto('receipt_incidents').values(values).execute()
    expect((await alarms()).orphans).toHaveLength(100)
    expect((await metrics()).get('kasyr_orphan_documents')).toBe(101)
  })
})
