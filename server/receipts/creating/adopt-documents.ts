import { AppError, sentenceOf } from '#/contract/errors.ts'
import { receiptSums } from '#/contract/receipt-sums.ts'
import type { AdoptAnswer, AdoptRequest } from '#/contract/receipts.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import { findProvider, type AskingApp } from '../lookup/find-provider.ts'
import { findKeptDocument, type KeptDocument } from '../lookup/snapshot-store.ts'
import { findInList, mayProveGone, readDocument } from '../lookup/update-snapshot.ts'
import { settleOrphan } from '../machine/incident-store.ts'
import { moveLocked } from '../machine/move-receipt.ts'
import { noteFiscalReceipt, noteScope } from '../machine/note-store.ts'
import { adoptedInstead } from '../machine/problem-words.ts'
import { isDocumentTaken, lockReceipt } from '../machine/store.ts'
import { requireReceipt } from '../reading/show-receipt.ts'
import { findOrderOfTtn, lockCandidate, lockStopped, type CandidateRow } from './candidate-store.ts'
import { queueReceipt, unlessTaken } from './create-receipt.ts'

type Asked = AdoptRequest['documents'][number]

/**
 * Makes receipts for documents that exist at the provider already: made by hand in its cabinet, or by this database before a
 * backup was restored. Each document is read again first and checked by itself; a refused one does not stop the others.
 */
export async function adoptDocuments(app: AskingApp, actor: Actor, documents: readonly Asked[]): Promise<AdoptAnswer> {
  const answer: AdoptAnswer = { adopted: [], refused: [] }
  for (const asked of documents) {
    try {
      answer.adopted.push(await requireReceipt(app.db, await adoptDocument(app, actor, asked)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, params } = error
      answer.refused.push({ provider_id: asked.provider_id, code, detail: sentenceOf(code, params) })
    }
  }
  return answer
}

/** Returns the id of its receipt. */
export async function adoptDocument(app: AskingApp, actor: Actor, { provider_id, reason }: Asked): Promise<string> {
  const kept = await findKeptDocument(app.db, provider_id)
  if (kept === undefined) throw new AppError('receipt.not_adoptable')
  const found = await findProvider(app, kept.cash_register_id, kept.is_test)
  if (!found.ok) throw new AppError(found.refusal)
  const read = await readDocument(app, found.provider, kept)
  // Where absence may be proven, the list has been read for that already.
  const isUnproven = read.kind === 'absent' && !mayProveGone(found.provider, kept)
  const outcome = isUnproven ? await findInList(app, found.provider, kept) : read
  if (outcome.kind === 'absent') throw new AppError('receipt.document_not_found')
  if (outcome.kind === 'failed') throw new AppError('fiscal.failed', { detail: outcome.failure.detail })
  const { scope } = found.provider
  const adopted = unlessTaken(app, (tx) => adoptWithin(app, tx, actor, { ...kept, ...outcome.found, scope }, reason))
  return adopted.catch((error: unknown) => {
    throw isDocumentTaken(error) ? new AppError('receipt.document_taken') : error
  })
}

async function adoptWithin(
  app: AskingApp,
  tx: Tx,
  actor: Actor,
  document: KeptDocument,
  reason: string | undefined,
): Promise<string> {
  const type = eventOf(document)
  const orderId = document.ttn === null ? undefined : await findOrderOfTtn(tx, document.ttn)
  if (orderId !== undefined) await giveUpStopped(app, tx, actor, orderId)
  const order = orderId === undefined ? undefined : await lockCandidate(tx, orderId)
  if (!order || order.ttn === null || order.ttn !== document.ttn) throw new AppError('receipt.document_without_order')
  if (order.not_needed !== null) throw new AppError('receipt.not_needed', { reason: order.not_needed })
  const draft = toDraft(order, document, reason !== undefined)
  const id = newId()
  await queueReceipt(app, tx, actor, {
    ...draft,
    id,
    order_id: order.id,
    ttn: order.ttn,
    cash_register_id: document.cash_register_id,
    is_test: document.is_test,
    batch_id: null,
    created_at: app.clock.now().toISOString(),
    created_by: actor.user?.id ?? null,
    created_by_login: actor.user?.login ?? null,
    shown: { goods: order.goods, total: order.total, number: order.number },
  })
  const row = await lockReceipt(tx, id)
  if (row === undefined) throw new Error('the receipt that was just made is not there')
  await moveLocked(app, tx, row, {
    event: { type, provider_id: document.id },
    evidence: { provider_id: document.id, reason },
    actor,
  })
  await noteScope(tx, id, document.scope)
  if (document.receipt_id !== null && type === 'adopted_fiscal') await noteFiscalReceipt(tx, id, document.receipt_id)
  await settleOrphan(tx, document.id, app.clock.now().toISOString())
  return id
}

/** Cancels the receipt that stopped because this very document exists, once nothing of its own can appear. */
async function giveUpStopped(app: AskingApp, tx: Tx, actor: Actor, orderId: string): Promise<void> {
  await lockCandidate(tx, orderId)
  const stopped = await lockStopped(tx, orderId)
  if (stopped === undefined) return
  const event = { type: 'given_up', problem: adoptedInstead } as const
  if ((await moveLocked(app, tx, stopped, { event, actor })) === null) throw new AppError('receipt.not_given_up')
}

function eventOf({ status }: Pick<EttnDocument, 'status'>): 'adopted_waiting' | 'adopted_fiscal' {
  // One in error may still become fiscal: what became of it is seen at the next poll.
  if (status === 'waiting' || status === 'receipt_error') return 'adopted_waiting'
  if (status === 'fiscalized' || status === 'returned') return 'adopted_fiscal'
  throw new AppError('receipt.document_ended')
}

/** Another sum than the order's is accepted only with a reason. A rest and its advance share a relation id. */
function toDraft(order: CandidateRow, document: KeptDocument, mayDiffer: boolean) {
  if (order.deleted) throw new AppError('order.not_found')
  const isRest = document.relation_id !== null
  const advance = isRest && order.advance?.relation_id === document.relation_id ? order.advance : null
  if (isRest && advance === null) throw new AppError('receipt.document_differs')
  if (order.has_receipt && advance === null) throw new AppError('receipt.exists')
  if (order.ttn_taken_by !== null) throw new AppError('receipt.ttn_taken', { number: order.ttn_taken_by })
  const { control } = receiptSums(order, advance?.amount ?? 0)
  const amount = document.amount ?? control
  if (amount !== control && !mayDiffer) throw new AppError('receipt.document_differs')
  return {
    kind: 'ettn' as const,
    document_kind: advance === null ? ('ettn' as const) : ('ettn_rest' as const),
    amount,
    payment: null,
    relation_id: advance?.relation_id ?? null,
    prepayment_id: advance?.id ?? null,
    request: JSON.stringify({ adopted: document.id }),
  }
}
