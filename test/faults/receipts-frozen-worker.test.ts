import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ArmingInput } from '#/simulators/frame/faults.ts'
import { receiptViolations } from '../support/receipt-invariants.ts'
import { startStorm, type Storm } from './receipt-storm.ts'

/** On a busy machine; each takes a fraction of it. */
const patience = { timeout: 60_000, interval: 100 }

const creates = ({ checkbox }: Storm) => checkbox.log.entries().filter(({ operation }) => operation === 'create_ettn')

async function eventsOf({ db }: Storm, id: string): Promise<string[]> {
  const { rows } = await sql<{ told: string }>`
    select event || ' → ' || to_state as told from receipt_events where receipt_id = ${id} order by seq`.execute(db)
  return rows.map(({ told }) => told)
}

const stateOf = async ({ db }: Storm, id: string): Promise<string | undefined> =>
  (await db.selectFrom('receipts').select('state').where('id', '=', id).executeTakeFirst())?.state

/** A worker that has its permit to send, and stands still while a call of it is held; another one goes on with the work. */
async function freezeWhileHeld(held: ArmingInput) {
  const storm = await startStorm({ receipts: 1, registers: 1, seed: 1 })
  storm.checkbox.faults.arm(held)
  const [order] = storm.orders
  if (order === undefined) throw new Error('a shop without an order')
  const id = await storm.ask(order)
  const frozen = storm.startWorker('hurried')
  const isHeld = () => storm.checkbox.log.entries().some(({ stage }) => stage === 'held')
  const isAboutTo = async () => isHeld() && (await stateOf(storm, id)) === 'sending'
  await expect.poll(isAboutTo, { ...patience, interval: 10 }).toBe(true)
  frozen.process.kill('SIGSTOP')
  expect(await stateOf(storm, id)).toBe('sending')
  const other = storm.startWorker('hurried')
  await other.line(/роботу запущено/)

  /** The frozen one goes on as if nothing had happened, and is let go when it has done what it was about to do. */
  const wake = async (): Promise<void> => {
    frozen.process.kill('SIGCONT')
    frozen.process.kill('SIGTERM')
    await frozen.ended
    other.process.kill('SIGTERM')
    await other.ended
  }
  const judge = () =>
    receiptViolations(storm.db, [storm.checkbox], {
      now: Date.now(),
      settled: true,
      acknowledged: [id],
      ...storm.judged,
    })
  return { storm, id, ttn: order.ttn, wake, judge }
}

test('a worker frozen past its lease while its create is on the way: what lands is found, and nothing is sent again', async () => {
  // It lands while the worker stands still, within the time a request may take.
  const hang = { kind: 'hang', effect: 'after', for_ms: 1_800 } as const
  const { storm, id, ttn, wake, judge } = await freezeWhileHeld({ operation: 'create_ettn', fault: hang })
  await expect.poll(() => stateOf(storm, id), patience).toBe('created')
  await wake()
  const events = await eventsOf(storm, id)
  expect(events.slice(0, 3)).toEqual(['requested → queued', 'claimed → sending', 'lease_expired → unknown'])
  expect(events.at(-1)).toBe('found_waiting → created')
  expect(creates(storm)).toHaveLength(1)
  expect(storm.checkbox.documents.live(ttn)).toHaveLength(1)
  expect(await judge()).toEqual([])
})

test('a worker frozen between its permit and its send: another one sends when nothing can land, and it never does', async () => {
  const { storm, id, ttn, wake, judge } = await freezeWhileHeld({
    operation: 'sign_in',
    fault: { kind: 'hang' },
    times: 'always',
  })
  // The way is free for it again, but it does not know yet.
  await storm.calm()
  await expect.poll(() => stateOf(storm, id), patience).toBe('created')
  const [claimed, again] = await claimsOf(storm, id)
  const { call_deadline_ms, permit_window_ms, effect_window_ms } = hurried
  expect((again ?? 0) - (claimed ?? 0)).toBeGreaterThan(call_deadline_ms + permit_window_ms + effect_window_ms)
  expect(creates(storm)).toHaveLength(1)
  await wake()
  expect(creates(storm)).toHaveLength(1)
  expect(storm.checkbox.documents.live(ttn)).toHaveLength(1)
  expect(await judge()).toEqual([])
})

/** As hurried workers have it. */
const hurried = { call_deadline_ms: 2_000, permit_window_ms: 1_000, effect_window_ms: 2_000 }

async function claimsOf({ db }: Storm, receipt_id: string): Promise<number[]> {
  const rows = await db
    .selectFrom('receipt_events')
    .select('at')
    .where('receipt_id', '=', receipt_id)
    .where('event', '=', 'claimed')
    .orderBy('seq')
    .execute()
  return rows.map(({ at }) => Date.parse(at))
}
