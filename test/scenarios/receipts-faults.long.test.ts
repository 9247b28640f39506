import { describe, expect, test } from 'vitest'
import { receiptStates } from '#/contract/receipt-states.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { cancelReceipt } from '#/server/receipts/settling/cancel-receipt.ts'
import { sweepOrphans } from '#/server/receipts/orphans/sweep-orphans.ts'
import { ConnectionFault, faultKinds, type ArmingInput } from '#/simulators/frame/faults.ts'
import { createConnectionFaults } from '../support/connection-faults.ts'
import { isPaired } from '../support/how-often.ts'
import { startReceiptCases, ttnOf } from '../support/receipt-cases.ts'
import { receiptViolations } from '../support/receipt-invariants.ts'

type FaultInput = ArmingInput['fault']

/** `lies`: a success is told of a call that was not carried out. No client can live with that where success is the proof. */
const faults: readonly { fault: FaultInput; lies?: true }[] = [
  { fault: { kind: 'listener_closed', for_ms: 10_000 } },
  { fault: { kind: 'connection_destroyed' } },
  { fault: { kind: 'latency', ms: 5_000 } },
  { fault: { kind: 'reset_before_answer', effect: false } },
  { fault: { kind: 'reset_before_answer', effect: true } },
  { fault: { kind: 'reset_mid_answer', part: 'head', effect: true } },
  { fault: { kind: 'reset_mid_answer', part: 'body', effect: true } },
  { fault: { kind: 'reset_mid_answer', part: 'body', effect: false } },
  { fault: { kind: 'hang', effect: 'never', for_ms: 120_000 } },
  { fault: { kind: 'hang', effect: 'before', for_ms: 120_000 } },
  { fault: { kind: 'hang', effect: 'after', for_ms: 120_000 } },
  { fault: { kind: 'slow_headers', interval_ms: 1_000 } },
  { fault: { kind: 'slow_body', interval_ms: 1_000 } },
  { fault: { kind: 'truncated_body' } },
  { fault: { kind: 'wrong_content_length', by: 9 } },
  { fault: { kind: 'wrong_content_length', by: -9 } },
  { fault: { kind: 'duplicate_answer' } },
  { fault: { kind: 'null_body', effect: true } },
  { fault: { kind: 'null_body', effect: false }, lies: true },
  { fault: { kind: 'no_content', effect: true } },
  { fault: { kind: 'no_content', effect: false }, lies: true },
  { fault: { kind: 'junk', effect: true } },
  { fault: { kind: 'junk', effect: false } },
  { fault: { kind: 'html', status: 403, effect: false } },
  { fault: { kind: 'html', status: 502, effect: true } },
  { fault: { kind: 'status', status: 500, effect: true } },
  { fault: { kind: 'status', status: 503, effect: false } },
  { fault: { kind: 'status', status: 400, body: { message: 'Так не можна', code: null }, effect: false } },
  { fault: { kind: 'redirect', location: 'http://127.0.0.1:9/', effect: true } },
  { fault: { kind: 'too_many_requests', retry_after: 30 } },
  { fault: { kind: 'too_many_requests' } },
  { fault: { kind: 'unauthorized', body: { message: 'Не вірні дані', code: 'base.credentials' } } },
  { fault: { kind: 'huge_body', bytes: 3 * 1024 ** 2, effect: true } },
  { fault: { kind: 'gzip_bomb', unpacked_bytes: 32 * 1024 ** 2, effect: true } },
  { fault: { kind: 'late_effect', delay_ms: 300_000, meanwhile: 'reset' } },
  { fault: { kind: 'late_effect', delay_ms: 400_000, meanwhile: 'gateway_timeout' } },
  { fault: { kind: 'late_effect', delay_ms: 200_000, meanwhile: 'hang' } },
  { fault: { kind: 'duplicate_effect' } },
]

interface Operation {
  name: string
  chain?: true
  /** What must go wrong before, so that the operation is needed at all. */
  first?: ArmingInput
  ends: 'cancel' | 'pay' | 'either'
}

const lostCreate: ArmingInput = { operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } }
const lostDelete: ArmingInput = { operation: 'delete_ettn', fault: { kind: 'reset_before_answer', effect: true } }
/** Sent again, it finds the shift open, and asks where. */
const failedPrepayment: ArmingInput = { operation: 'create_prepayment', fault: { kind: 'status', status: 503 } }

const operations: readonly Operation[] = [
  { name: 'sign_in', ends: 'either' },
  { name: 'create_ettn', ends: 'either' },
  { name: 'list_ettn', first: lostCreate, ends: 'either' },
  { name: 'get_ettn', first: lostDelete, ends: 'cancel' },
  { name: 'delete_ettn', ends: 'cancel' },
  { name: 'create_prepayment', chain: true, ends: 'either' },
  { name: 'create_ettn_prepayment', chain: true, ends: 'either' },
  { name: 'delete_ettn_prepayment', chain: true, ends: 'cancel' },
  { name: 'get_receipt', chain: true, ends: 'pay' },
  { name: 'cashier_shift', chain: true, ends: 'pay' },
  { name: 'open_shift', chain: true, ends: 'pay' },
  { name: 'find_shift', chain: true, ends: 'pay' },
  { name: 'register_info', chain: true, first: failedPrepayment, ends: 'pay' },
  { name: 'search_prepayments', chain: true, ends: 'either' },
]
/**
 * A register that seems not to know its PIN any more is checked, and the sweep asks whether advances were given back: those are
 * not calls that bring a receipt on.
 */
const ofChecks = ['cashier_me', 'check_signature', 'list_taxes', 'billing_status', 'get_prepayment_chain']

const removals = /^delete_/
const isCancelled = ({ ends }: Operation, index: number): boolean =>
  ends === 'cancel' || (ends === 'either' && index % 2 === 0)

/** Refused at the door a request was surely not sent; let in and thrown out, who knows. */
const ofBrokenConnections = [
  ['listener_closed', 'not_sent → queued'],
  ['connection_destroyed', 'sent_ambiguous → unknown'],
] as const

/** What becomes of a create whose connection breaks is looked at one by one, below. */
const isAlwaysTried = ({ name }: Operation, { kind }: FaultInput): boolean =>
  name === 'create_ettn' && ofBrokenConnections.some(([broken]) => broken === kind)

const casesOf = (wanted: readonly Operation[]) =>
  wanted.flatMap((operation, row) =>
    faults
      .map(({ fault, lies }, index) => ({ operation, fault, lies, is_cancelled: isCancelled(operation, index), index }))
      .filter(({ lies }) => !(lies && removals.test(operation.name)))
      .filter(({ fault, index }) => isPaired(row, index, 12) || isAlwaysTried(operation, fault)),
  )

/** Met again and again, a fault is worth trying where an answer decides what is sent next. */
const deciding = new Set(['create_ettn', 'list_ettn', 'delete_ettn', 'create_prepayment'])
const runs = [
  { times: 1, cases: casesOf(operations) },
  { times: 3, cases: casesOf(operations.filter(({ name }) => deciding.has(name))) },
]

test('no kind of fault that Checkbox can be told to have is left out, and none is met by no operation', () => {
  const met = new Set(runs.flatMap(({ cases }) => cases.map(({ fault }) => fault.kind)))
  expect([...met].toSorted((a, b) => a.localeCompare(b))).toEqual(
    Object.keys(faultKinds).toSorted((a, b) => a.localeCompare(b)),
  )
})

describe.each(runs)(
  '$cases.length pairs of a fault and an operation, the fault met $times times',
  ({ times, cases }) => {
    test('no receipt is doubled, none is lost, and every send had its permit', { timeout: 1_200_000 }, async () => {
      const connections = createConnectionFaults()
      const world = await startReceiptCases(cases.length)
      const { app, db, checkboxes } = world
      for (const [index, { operation, fault }] of cases.entries()) {
        const checkbox = checkboxes[index]
        if (checkbox === undefined) throw new Error('a case without its Checkbox')
        if (operation.first) checkbox.faults.arm(operation.first)
        const ofConnection = ConnectionFault.safeParse(fault).data
        if (ofConnection) connections.arm(checkbox, operation.name, ofConnection, times)
        else checkbox.faults.arm({ operation: operation.name, fault, times })
      }
      const ids: string[] = []
      for (const [index, { operation }] of cases.entries())
        ids.push(await world.request(index, operation.chain ? 30_000 : 0))
      await world.settle(8_000)

      for (const [index, { is_cancelled }] of cases.entries()) {
        if (is_cancelled) await cancelReceipt(app, theSystem, ids[index] ?? '')
        else checkboxes[index]?.documents.payTtn(ttnOf(index))
      }
      await world.settle(8_000)
      const unmet = cases.filter(
        (_, index) => checkboxes[index]?.faults.armed().length !== 0 || connections.isWaiting(checkboxes[index]),
      )
      expect(times === 1 ? unmet : []).toEqual([])

      connections.disarm()
      await Promise.all(checkboxes.map(({ faults: armed }) => (armed.disarm(), armed.release())))
      await world.later(1_200)
      await world.settle(4_000)
      await sweepOrphans(app)
      const judging = { now: world.now(), settled: true, acknowledged: ids, ...world.times }
      const violations = await receiptViolations(db, checkboxes, judging)
      expect(violations.map((violation) => withCase(violation, cases))).toEqual([])
      expect(await countStates(db)).toMatchObject({ attention: 0, queued: 0, sending: 0, unknown: 0 })
      for (const [kind, first] of ofBrokenConnections) {
        const index = cases.findIndex(({ operation, fault }) => operation.name === 'create_ettn' && fault.kind === kind)
        expect(await eventsOf(db, ids[index] ?? ''), kind).toEqual(expect.arrayContaining([first]))
      }
      const known = new Set([...operations.map(({ name }) => name), ...ofChecks])
      const called = checkboxes.flatMap(({ log }) => log.entries().map((entry) => entry.operation ?? ''))
      expect(called.filter((name) => !known.has(name))).toEqual([])
    })
  },
)

async function eventsOf(db: Db, receipt_id: string): Promise<string[]> {
  const rows = await db.selectFrom('receipt_events').selectAll().where('receipt_id', '=', receipt_id).execute()
  return rows.map(({ event, to_state }) => `${event} → ${to_state}`)
}

async function countStates(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('receipts').select('state').execute()
  return Object.fromEntries(receiptStates.map((state) => [state, rows.filter((row) => row.state === state).length]))
}

/** A violation names a TTN, and each case has its own. */
function withCase(violation: string, cases: ReturnType<typeof casesOf>): string {
  const found = cases[Number(/2045777(\d{7})/.exec(violation)?.[1] ?? NaN)]
  return found === undefined ? violation : `${violation} [${found.operation.name} ${JSON.stringify(found.fault)}]`
}
