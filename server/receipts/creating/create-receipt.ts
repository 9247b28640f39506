import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import {
  holdRegisterForReceipts,
  type RegisterForReceipts,
} from '#/server/cash-registers/reading/register-for-receipts.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { insertEvent, insertReceipt, type NewReceipt } from '../machine/store.ts'
import { isTaken, lockCandidate, type Advance, type CandidateRow } from './candidate-store.ts'
import { toChain, toPlain, toRest, type Prepaid } from './draft-receipts.ts'
import { followUp } from '../machine/follow-up.ts'
import { whyNotReceipt, type Candidate } from '#/contract/receipt-refusals.ts'

export type CreatingApp = Pick<App, 'db' | 'clock' | 'jobs' | 'audit' | 'encryption_keys'>

type QueueingApp = Pick<App, 'clock' | 'audit'>

/**
 * Phase one: stores the receipt with everything that will be sent, frozen. No network. From here on the order cannot
 * change, and a second receipt for it or its TTN cannot be made. Returns the id of the ETTN's receipt.
 */
export const createReceipt = (
  app: CreatingApp,
  actor: Actor,
  orderId: string,
  options: CreateOptions = {},
): Promise<string> => unlessTaken(app, (tx) => createWithin(app, tx, actor, orderId, options))

export interface CreateOptions {
  batch_id?: string
  prepaid?: Prepaid
  /** The order as the person saw it. */
  version?: number | undefined
}

/** Of two concurrent requests the unique index rejects the second; retried once, it gets the proper refusal. */
export async function unlessTaken<Made>(
  { db }: Pick<CreatingApp, 'db'>,
  make: (tx: Tx) => Promise<Made>,
): Promise<Made> {
  try {
    return await inTransaction(db, make)
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  try {
    return await inTransaction(db, make)
  } catch (error) {
    throw isTaken(error) ? new AppError('receipt.exists') : error
  }
}

/** Inside an open transaction. */
export async function createWithin(
  app: CreatingApp,
  tx: Tx,
  actor: Actor,
  orderId: string,
  { batch_id, prepaid, version }: CreateOptions,
): Promise<string> {
  const row = await lockCandidate(tx, orderId)
  if (!row) throw new AppError('order.not_found')
  const register = row.cash_register_id === null ? null : await holdRegisterForReceipts(app, tx, row.cash_register_id)
  const advance = prepaid ? null : advanceToFinish(row, register)
  const candidate = { ...candidateOf(row, register, advance), changed: row.version !== (version ?? row.version) }
  const refusal = whyNotReceipt(candidate, prepaid?.amount ?? advance?.amount ?? 0)
  if (refusal) throw new AppError(refusal.code, refusal.params)
  if (register === null || register.is_test === null || row.ttn === null) throw new AppError('receipt.not_bound')

  const shared = {
    order_id: row.id,
    ttn: row.ttn,
    cash_register_id: register.id,
    is_test: register.is_test,
    batch_id: batch_id ?? null,
    created_at: app.clock.now().toISOString(),
    created_by: actor.user?.id ?? null,
    created_by_login: actor.user?.login ?? null,
    shown: { goods: row.goods, total: row.total, number: row.number },
  }
  const order = { ...row, ttn: row.ttn }
  const drafts = prepaid
    ? toChain(order, register, prepaid)
    : [advance ? toRest(order, register, advance) : toPlain(order, register)]
  const last = drafts.at(-1)
  if (last === undefined) throw new Error('no receipt was drafted')
  for (const draft of drafts) await queueReceipt(app, tx, actor, { ...shared, ...draft })
  await followUp(app, tx, shared, 'send')
  return last.id
}

/**
 * The prepayment that a new receipt would be the rest of: its own rest failed or was cancelled. Without this the order
 * could get no receipt any more, although the buyer's money is taken.
 */
export const advanceToFinish = ({ advance }: CandidateRow, register: RegisterForReceipts | null): Advance | null =>
  advance !== null && advance.is_test === register?.is_test ? advance : null

export const candidateOf = (
  row: CandidateRow,
  register: RegisterForReceipts | null,
  advance: Advance | null,
): Candidate => ({
  ...row,
  order: row,
  register,
  has_receipt: row.has_receipt && advance === null,
})

/** Inserts the receipt with the first event of its history. */
export async function queueReceipt(app: QueueingApp, tx: Tx, actor: Actor, receipt: NewReceipt): Promise<void> {
  await insertReceipt(tx, receipt)
  await insertEvent(tx, receipt.id, 1, actor, {
    event: 'requested',
    from_state: null,
    to_state: 'queued',
    at: receipt.created_at,
    details: {},
  })
  await recordAudit(app, tx, actor, {
    action: 'receipt.requested',
    subject: { type: 'receipt', id: receipt.id },
    details: {
      order_id: receipt.order_id,
      kind: receipt.kind,
      amount: receipt.amount,
      ttn: receipt.ttn,
      batch_id: receipt.batch_id,
    },
  })
  await announce(tx, 'receipt', receipt.id)
}
