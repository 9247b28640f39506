import type { z } from 'zod'
import { describe, expect, test } from 'vitest'
import type { Problem } from '#/contract/problem.ts'
import type { Batch, BulkAnswer } from '#/contract/receipts.ts'
import { receiptStates } from '#/contract/receipt-states.ts'
import { newId } from '#/server/platform/random.ts'
import { howOften } from '../support/how-often.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

type Progress = z.infer<typeof Batch>

const desk = await startReceiptDesk()
const { cashier, kasyr } = desk
const stop = (id: string, client = cashier) => client.post<Progress & Problem>(`/receipts/batches/${id}/stop`)

async function aBatch(count: number) {
  const order_ids = await desk.orders(count)
  const { body } = await cashier.post<z.infer<typeof BulkAnswer>>('/receipts/bulk', { order_ids })
  return { batch_id: body.batch_id, order_ids, ids: body.accepted.map(({ id }) => id) }
}

const movesOf = (id: string) =>
  kasyr.db
    .selectFrom('audit_log')
    .select(['actor_login', 'details'])
    .where('subject_id', '=', id)
    .where('action', '=', 'receipt.moved')
    .execute()

describe('stopping a batch', () => {
  test('cancels what is still queued and touches nothing that was sent', async () => {
    const { batch_id, ids, order_ids } = await aBatch(receiptStates.length)
    for (const [index, state] of receiptStates.entries()) await desk.drive(ids[index] ?? '', ...wayTo(state))
    const before = await Promise.all(ids.map(desk.rowOf))
    const { status, body } = await stop(batch_id)
    const after = await Promise.all(ids.map(desk.rowOf))
    expect(status).toBe(200)
    expect(after.map(({ state }) => state)).toEqual(
      receiptStates.map((state) => (state === 'queued' ? 'cancelled' : state)),
    )
    const [queued, ...others] = after
    expect(others).toEqual(before.slice(1))
    expect(queued).toMatchObject({ state: 'cancelled', cancel_wanted: true, attempt: 0 })
    expect(body).toEqual((await cashier.get<Progress>(`/receipts/batches/${batch_id}`)).body)
    expect(body.counts).toMatchObject({ cancelled: 2, sending: 1 })
    expect((await desk.readOrder(order_ids[0] ?? '')).tab).toBe('no_receipt')
  })

  test('stands in the audit log under the name of whoever stopped it, once for each, however often it is asked for', async () => {
    const { batch_id, ids } = await aBatch(3)
    const answers = [...(await Promise.all([stop(batch_id), stop(batch_id)])), await stop(batch_id)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.at(-1)?.body).toMatchObject({ counts: { cancelled: 3 }, finished: true })
    const { body: me } = await cashier.get<{ login: string }>('/auth/me')
    for (const id of ids)
      expect(await movesOf(id)).toEqual([
        {
          actor_login: me.login,
          details: expect.objectContaining({ from: 'queued', to: 'cancelled', event: 'cancel_asked' }),
        },
      ])
  })

  test('leaves alone a receipt whose permit to be sent is given while it goes on', async () => {
    const { batch_id, ids } = await aBatch(20)
    const last = ids.at(-1) ?? ''
    const { promise: locked, resolve: noteLocked } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const claiming = kasyr.db.transaction().execute(async (tx) => {
      await tx.selectFrom('receipts').select('id').where('id', '=', last).forUpdate().execute()
      noteLocked()
      await released
      await tx.updateTable('receipts').set({ state: 'sending' }).where('id', '=', last).execute()
    })
    await locked
    const stopping = stop(batch_id)
    await firstCancelled(ids[0] ?? '')
    release()
    await claiming
    const { body } = await stopping
    expect(body).toMatchObject({ counts: { cancelled: 19, sending: 1 }, finished: false })
    expect(await desk.rowOf(last)).toMatchObject({ state: 'sending', cancel_wanted: false })
  })

  test('ends a large batch to the last receipt', async () => {
    const count = howOften({ usually: 40, long: 500 })
    const { batch_id } = await aBatch(count)
    const { body } = await stop(batch_id)
    expect(body).toMatchObject({ counts: { cancelled: count }, finished: true })
  })

  test('lets the orders be asked for again, as new receipts', async () => {
    const { batch_id, order_ids } = await aBatch(2)
    await stop(batch_id)
    const { body } = await cashier.post<z.infer<typeof BulkAnswer>>('/receipts/bulk', { order_ids })
    expect([body.accepted.length, body.refused]).toEqual([2, []])
    await stop(batch_id)
    expect((await Promise.all(body.accepted.map(({ id }) => desk.rowOf(id)))).map(({ state }) => state)).toEqual([
      'queued',
      'queued',
    ])
  })

  test('is refused to an auditor, and for a batch nobody made', async () => {
    const { batch_id, ids } = await aBatch(1)
    expect((await stop(batch_id, await loggedIn(kasyr, 'auditor'))).status).toBe(403)
    expect((await desk.rowOf(ids[0] ?? '')).state).toBe('queued')
    const unknown = await stop(newId())
    expect([unknown.status, unknown.body.code]).toEqual([404, 'receipt.batch_not_found'])
  })
})

async function firstCancelled(id: string): Promise<void> {
  await expect.poll(async () => (await desk.rowOf(id)).state, { interval: 5 }).toBe('cancelled')
}
