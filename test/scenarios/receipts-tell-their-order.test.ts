import { sql, type ControlledTransaction } from 'kysely'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { Tables } from '#/server/platform/database/db.ts'
import { cancelReceipt } from '#/server/receipts/settling/cancel-receipt.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { moveReceipt } from '#/server/receipts/machine/move-receipt.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

/** An order knows whether a receipt of it lives, whoever ends them and when. */
const desk = await startReceiptDesk()
const { app, db } = desk.kasyr

type Held = ControlledTransaction<Tables>
const end = (tx: Held, id: string) =>
  sql`update receipts set state = 'cancelled', events = events + 1 where id = ${id}`.execute(tx)

async function isWaiting(tx: Held): Promise<() => Promise<boolean>> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return async () => {
    const found = await sql<{ waits: boolean }>`
      select cardinality(pg_blocking_pids(${rows[0]?.pid})) > 0 as waits`.execute(db)
    return found.rows[0]?.waits ?? false
  }
}

test('two receipts of one order that end at the same moment leave it without a receipt', async () => {
  const { rest, prepayment_id } = await desk.chain()
  const [one, other] = [await db.startTransaction().execute(), await db.startTransaction().execute()]
  const waits = await isWaiting(other)
  await end(one, rest.id)
  let isDone = false
  const second = end(other, prepayment_id).then(() => (isDone = true))
  await expect.poll(async () => isDone || (await waits())).toBe(true)
  await one.commit().execute()
  await second
  await other.commit().execute()
  const { rows } = await sql<{ has_receipt: boolean }>`
    select has_receipt from orders where id = ${rest.order_id}`.execute(db)
  expect(rows).toEqual([{ has_receipt: false }])
})

test('whoever ends, cancels, creates and edits at once, none waits for another for ever', async () => {
  const rounds = 25
  const failures: string[] = []
  const note = (error: unknown): void => {
    failures.push(error instanceof Error && 'code' in error ? String(error.code) : String(error))
  }
  for (let round = 0; round < rounds; round += 1) {
    const { rest, prepayment_id } = await desk.chain()
    await desk.drive(prepayment_id, ...wayTo('sending'))
    const { order_id } = rest
    await Promise.all([
      cancelReceipt(app, theSystem, round % 2 === 0 ? rest.id : prepayment_id).catch(note),
      moveReceipt(app, prepayment_id, { event: { type: 'not_sent', attempt: 1 } }).catch(note),
      createReceipt(app, theSystem, order_id, { prepaid: { amount: 30_000, payment: 'cash' } }).catch(note),
      desk.cashier.patch(`/orders/${order_id}`, { notes: `${round}` }),
      moveReceipt(app, rest.id, { event: { type: 'cancel_asked' } }).catch(note),
    ])
    const { rows } = await sql<{ told: boolean; lives: boolean }>`
      select has_receipt as told, exists (select from receipts r where r.order_id = orders.id and r.state not in ('cancelled', 'failed')) as lives
      from orders where id = ${order_id}`.execute(db)
    expect(rows[0]?.told).toBe(rows[0]?.lives)
  }
  expect([...new Set(failures)]).toEqual(['receipt.exists'])
})
