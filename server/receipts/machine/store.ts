import { sql, type Generated, type GeneratedAlways, type RawBuilder } from 'kysely'
import type { ReceiptProblem } from '#/contract/receipts.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { DocumentKind } from '#/server/integrations/fiscal/ettn-client.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowFrom, rowsFrom, run } from '#/server/platform/database/rows.ts'
import type { Decision, ReceiptFacts } from './facts.ts'

/** What a receipt is made with, and keeps for ever. */
interface Frozen {
  id: string
  order_id: string
  kind: 'ettn' | 'prepayment'
  document_kind: DocumentKind
  ttn: string
  cash_register_id: string
  is_test: boolean
  amount: number
  payment: 'cashless' | 'cash' | null
  relation_id: string | null
  prepayment_id: string | null
  request: string
  batch_id: string | null
  created_at: string
}

export type NewReceipt = Frozen & { shown: unknown; created_by: string | null; created_by_login: string | null }

/** The facts of the machine that are instants in the table. */
type Time = 'send_not_after' | 'quiet_after' | 'absent_at' | 'unknown_since' | 'gone_since'

export interface ReceiptRow extends Frozen, Omit<ReceiptFacts, Time>, Record<Time, string | null> {
  /** The account under which it was sent: only credentials of the same account can prove that its document does not exist. */
  provider_scope: string | null
  problem: ReceiptProblem | null
  fiscal_receipt_id: string | null
  fiscal_code: string | null
  next_check_at: string | null
  checks: number
  events: number
}

type Begun = 'state' | 'attempt' | 'voided' | 'cancel_wanted' | 'removal' | 'checks' | 'events' | 'told_exists'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    receipts: Omit<ReceiptRow, Begun | 'created_at' | 'answered' | 'problem'> & {
      [Column in Begun]: Generated<ReceiptRow[Column]>
    } & {
      created_at: Generated<string>
      answered: unknown
      problem: unknown
      shown: unknown
      fiscalized_at: string | null
      receipt_url: string | null
      returned_at: string | null
      lease_until: string | null
      accepted_control: number | null
      accepted_fiscal: number | null
      accepted_reason: string | null
      accepted_at: string | null
      accepted_by: string | null
      accepted_by_login: string | null
      fiscal_differs: GeneratedAlways<boolean>
      created_by: string | null
      created_by_login: string | null
    }
    receipt_events: {
      receipt_id: string
      seq: number
      at: string
      event: string
      from_state: ReceiptState | null
      to_state: ReceiptState
      details: unknown
      actor_id: string | null
      actor_login: string | null
    }
    receipt_moves: { from_state: string; to_state: string }
  }
}

export const receiptColumns = sql`id, order_id, kind, document_kind, ttn, cash_register_id, is_test, amount, payment, relation_id,
  prepayment_id, request, state, attempt, voided, removal, cancel_wanted, provider_id, provider_scope, send_not_after, quiet_after,
  answered, told_exists, absent_at, unknown_since, gone_since, problem, fiscal_receipt_id, fiscal_code, next_check_at, checks, events,
  batch_id, created_at`

export async function insertReceipt(tx: Tx, { shown, ...receipt }: NewReceipt): Promise<void> {
  await tx
    .insertInto('receipts')
    .values({ ...receipt, shown: JSON.stringify(shown), events: 1 })
    .execute()
}

export const lockReceipt = (tx: Tx, id: string): Promise<ReceiptRow | undefined> =>
  rowFrom(tx)`select ${receiptColumns} from receipts where id = ${id} for update`

export const lockQueued = (tx: Tx): Promise<ReceiptRow[]> =>
  rowsFrom(tx)`
    select ${receiptColumns} from receipts where state = 'queued' order by id for update`

export const findReceiptRow = (db: Db | Tx, id: string): Promise<ReceiptRow | undefined> =>
  rowFrom(db)`select ${receiptColumns} from receipts where id = ${id}`

const toMs = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))
const toInstant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** For a receipt with a document: the database lets no receipt be created, removed or fiscal without one. */
export function documentOf({ id, provider_id }: Pick<ReceiptRow, 'id' | 'provider_id'>): string {
  if (provider_id === null) throw new Error(`receipt ${id} has no document`)
  return provider_id
}

export const factsOf = (row: ReceiptRow): ReceiptFacts => ({
  state: row.state,
  attempt: row.attempt,
  voided: row.voided,
  removal: row.removal,
  cancel_wanted: row.cancel_wanted,
  provider_id: row.provider_id,
  send_not_after: toMs(row.send_not_after),
  quiet_after: toMs(row.quiet_after),
  answered: row.answered,
  told_exists: row.told_exists,
  absent_at: toMs(row.absent_at),
  unknown_since: toMs(row.unknown_since),
  gone_since: toMs(row.gone_since),
})

export interface Written {
  next_check_at: string | null
  /** In seconds of the database's clock; null: no worker holds it. */
  lease_seconds: number | null
}

/** The row was locked and read in this transaction; the condition on state and attempt is a second guard. */
export async function writeDecision(tx: Tx, row: ReceiptRow, decision: Decision, written: Written): Promise<void> {
  const after = { ...factsOf(row), ...decision.changes, state: decision.to }
  const problem = decision.problem === undefined ? row.problem : decision.problem
  const hasMoved = decision.to !== row.state
  const { numAffectedRows } = await sql`
    update receipts set state = ${after.state}, attempt = ${after.attempt}, voided = ${after.voided}, removal = ${after.removal}, cancel_wanted = ${after.cancel_wanted},
      provider_id = ${after.provider_id}, send_not_after = ${toInstant(after.send_not_after)}, quiet_after = ${toInstant(after.quiet_after)},
      answered = ${after.answered === null ? null : JSON.stringify(after.answered)}::jsonb,
      told_exists = ${after.told_exists}, absent_at = ${toInstant(after.absent_at)}, unknown_since = ${toInstant(after.unknown_since)}, gone_since = ${toInstant(after.gone_since)},
      problem = ${problem === null ? null : JSON.stringify(problem)}::jsonb, events = ${row.events + 1},
      checks = ${hasMoved ? 0 : row.checks + 1}, next_check_at = ${written.next_check_at},
      lease_until = ${written.lease_seconds === null ? null : sql`clock_timestamp() + make_interval(secs => ${written.lease_seconds})`}
    where id = ${row.id} and state = ${row.state} and attempt = ${row.attempt} and events = ${row.events}`.execute(tx)
  if (numAffectedRows !== 1n) throw new Error(`receipt ${row.id} was moved by another transaction under our lock`)
}

export interface NewEvent {
  event: string
  from_state: ReceiptState | null
  to_state: ReceiptState
  at: string
  details: Record<string, unknown>
}

export const insertEvent = (tx: Tx, receiptId: string, seq: number, actor: Actor, event: NewEvent): Promise<void> =>
  run(tx)`
    insert into receipt_events (receipt_id, seq, at, event, from_state, to_state, details, actor_id, actor_login)
    values (${receiptId}, ${seq}, ${event.at}, ${event.event}, ${event.from_state}, ${event.to_state},
      ${JSON.stringify(event.details)}::jsonb, ${actor.user?.id ?? null}, ${actor.user?.login ?? null})`

/** A receipt with the moment from which a document may be its own, and the date of its order: the TTN is not older. */
export interface WorkRow extends ReceiptRow {
  first_permit_at: string
  /** False: nothing of it was ever sent, so no document can be its own. */
  may_own: boolean
  ordered_at: string
}

/** When the first permit was given, by the provider's clock. */
export const firstPermitOf = (receipt: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select min(e.at - make_interval(secs => coalesce((e.details ->> 'ahead_ms')::float8, 0) / 1000))
  from receipt_events e where e.receipt_id = ${receipt} and e.event = 'claimed')`

/** The first permit; if it was never sent, its creation: before a backup was restored this database may have sent it. */
export const workColumns = sql`${receiptColumns}, coalesce(${firstPermitOf(sql`receipts.id`)}, created_at) as first_permit_at,
  attempt > voided or exists (select from receipt_events e where e.receipt_id = receipts.id and e.event = 'restored') as may_own,
  (select o.ordered_at from orders o where o.id = receipts.order_id) as ordered_at`

export const findWorkRow = (db: Db, id: string): Promise<WorkRow | undefined> =>
  rowFrom(db)`select ${workColumns} from receipts where id = ${id}`

/** The receipt and those joined to it by a prepayment, the rest before its prepayment; locked in that order. */
export const lockChain = (tx: Tx, id: string): Promise<ReceiptRow[]> =>
  rowsFrom(tx)`
    select ${receiptColumns} from receipts
    where order_id = (select order_id from receipts where id = ${id})
      and (id = ${id} or prepayment_id = ${id} or id = (select prepayment_id from receipts where id = ${id}))
    order by kind, id for update`

/** Raised by the unique index: a document belongs to one receipt. */
export const isDocumentTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'document_used_once'
