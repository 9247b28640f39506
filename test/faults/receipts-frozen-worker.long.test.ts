import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ArmingInput } from '#/simulators/frame/faults.ts'
import { patience } from '../support/patience.ts'
import { receiptViolations } from '../support/receipt-invariants.ts'
import { startStorm, type Storm } from './receipt-storm.ts'

/** On a busy machine; each takes a fraction of it. */
const patient = { timeout: patience(60_000), interval: 100 }

const turnedAway = { kind: 'unauthorized', body: { message: 'Не вірні дані', code: 'base.credentials' } } as const

/** But for those that were turned away for their token, at the door. */
const creates = ({ checkbox }: Storm, ttn: string) =>
  checkbox.log
    .entries()
    .filter(({ operation, body, status }) => operation === 'create_ettn' && body.includes(ttn) && status !== 401)

async function eventsOf({ db }: Storm, id: string): Promise<string[]> {
  const { rows } = await sql<{ told: string }>`
    select event || ' → ' || to_state as told from receipt_events where receipt_id = ${id} order by seq`.execute(db)
  return rows.map(({ told }) => told)
}

const stateOf = async ({ db }: Storm, id: string): Promise<string | undefined> =>
  (await db.selectFrom('receipts').select('state').where('id', '=', id).executeTakeFirst())?.state

/**
 * A worker that has its permit to send, and stands still while a call of it is held; another one goes on with the work. It has
 * signed in and sent a receipt before.
 */
async function freezeWhileHeld(held: ArmingInput, { token }: { token: 'good' | 'stale' }) {
  const storm = await startStorm({ receipts: 2, registers: 1, seed: 1 })
  const [first, order] = storm.orders
  if (first === undefined || order === undefined) throw new Error('a shop without orders')
  const sent = await storm.ask(first)
  const frozen = storm.startWorker('hurried')
  await expect.poll(() => stateOf(storm, sent), patient).toBe('created')
  // Stale by the time of the create: the look before it went well.
  if (token === 'stale') storm.checkbox.faults.arm({ operation: 'create_ettn', fault: turnedAway })
  storm.checkbox.faults.arm(held)
  const id = await storm.ask(order)
  const isHeld = () => storm.checkbox.log.entries().some(({ stage }) => stage === 'held')
  const isAboutTo = async () => isHeld() && (await stateOf(storm, id)) === 'sending'
  await expect.poll(isAboutTo, { ...patient, interval: 10 }).toBe(true)
  frozen.process.kill('SIGSTOP')
  expect(await stateOf(storm, id)).toBe('sending')
  const other = storm.startWorker('hurried')
  await other.line(/роботу запущено/)

  /** The frozen one goes on as if nothing had happened, and is let go when it has done what it was about to do. */
  const wake = async (): Promise<void> => {
    frozen.process.kill('SIGCONT')
    frozen.process.kill('SIGTERM')
    await frozen.ended
  }
  const judge = () =>
    receiptViolations(storm.db, [storm.checkbox], {
      now: Date.now(),
      settled: true,
      acknowledged: [sent, id],
      ...storm.judged,
    })
  return { storm, id, ttn: order.ttn, wake, judge }
}

test('a worker frozen past its lease while its create is on the way: what lands is found, and nothing is sent again', async () => {
  // It lands while the worker stands still, within the time a request may take.
  const hang = { kind: 'hang', effect: 'after', for_ms: 1_800 } as const
  const { storm, id, ttn, wake, judge } = await freezeWhileHeld(
    { operation: 'create_ettn', fault: hang },
    { token: 'good' },
  )
  await expect.poll(() => stateOf(storm, id), patient).toBe('created')
  await wake()
  const events = await eventsOf(storm, id)
  expect(events.slice(0, 3)).toEqual(['requested → queued', 'claimed → sending', 'lease_expired → unknown'])
  expect(events.at(-1)).toBe('found_waiting → created')
  expect(creates(storm, ttn)).toHaveLength(1)
  expect(storm.checkbox.documents.live(ttn)).toHaveLength(1)
  expect(await judge()).toEqual([])
})

test('a worker frozen between its permit and its send: another one sends when nothing can land, and it never does', async () => {
  // Turned away for its token it may sign in once more and send, within the same permit.
  const held: ArmingInput = { operation: 'sign_in', fault: { kind: 'hang' }, times: 'always' }
  const { storm, id, ttn, wake, judge } = await freezeWhileHeld(held, { token: 'stale' })
  // The way is free for it again, but it does not know yet; when it does, its permit is over.
  await storm.calm()
  await expect.poll(() => stateOf(storm, id), patient).toBe('unknown')
  await wake()
  expect(creates(storm, ttn)).toEqual([])
  await expect.poll(() => stateOf(storm, id), patient).toBe('created')
  const [claimed = 0, again = 0] = await claimsOf(storm, id)
  const { call_deadline_ms, permit_window_ms, effect_window_ms } = hurried
  expect(again - claimed).toBeGreaterThan(call_deadline_ms + permit_window_ms + effect_window_ms)
  expect(creates(storm, ttn)).toHaveLength(1)
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
