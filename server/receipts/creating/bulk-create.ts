import type { z } from 'zod'
import { AppError, sentenceOf, type ErrorCode, type ErrorParams } from '#/contract/errors.ts'
import { paramsOf } from '#/contract/problem.ts'
import type { BulkAnswer, BulkReceiptsRequest, CreateReceiptRequest, RefusedOrder } from '#/contract/receipts.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { newId } from '#/server/platform/random.ts'
import { sideBySide } from '#/server/platform/side-by-side.ts'
import { insertBatch, listReceiptsOfBatch, updateRefused } from './batch-store.ts'
import { createReceipt, type CreatingApp } from './create-receipt.ts'
import { acceptedStatus, findAsked, hashOf, ownerOf, type Answered, type Asked } from './idempotency.ts'
import { keepRequest } from './idempotency-store.ts'
import { refreshDocuments, type RefreshingApp } from './refresh-documents.ts'

type BulkApp = CreatingApp & RefreshingApp & Pick<App, 'log'>
type BulkReply = z.infer<typeof BulkAnswer>

/** Orders handled at a time; the pool has ten connections, and other requests need some too. */
export const atATime = 4
/** Five hundred orders take a few seconds. A process without an answer by then is dead, and a repeated request continues its batch. */
const longestRunSeconds = 120

/**
 * Handles every order by itself: a refused or missing one does not stop the others. The batch is written first, with
 * every order as not tried, so each order is accounted for whenever the process dies.
 */
export async function bulkCreate(
  app: BulkApp,
  actor: Actor,
  body: BulkReceiptsRequest,
  key: string | undefined,
): Promise<Answered<BulkReply>> {
  const asked: Asked = { actor, key, call: 'bulk', body }
  const orders = body.orders ?? (body.order_ids ?? []).map((order_id): CreateReceiptRequest => ({ order_id }))
  const orderIds = orders.map(({ order_id }) => order_id)
  const begun = await begin(app, asked, orderIds)
  if (begun.answer !== null) return { answer: begun.answer, replayed: true }
  const { batch_id } = begun
  await refreshDocuments(app, orderIds)
  const made = new Set((await listReceiptsOfBatch(app.db, batch_id)).map(({ order_id }) => order_id))
  const once = orders.filter(({ order_id }, place) => orderIds.indexOf(order_id) === place && !made.has(order_id))
  const refusals = await createEach(app, actor, batch_id, once)
  const answer = await finish(app, asked, batch_id, orderIds, [...refusals, ...repeated(orderIds)])
  return { answer, replayed: false }
}

type Begun = { batch_id: string; answer: null } | { batch_id: null; answer: BulkReply }

function begin(app: BulkApp, asked: Asked, orderIds: readonly string[]): Promise<Begun> {
  return inTransaction(app.db, async (tx): Promise<Begun> => {
    const owner = ownerOf(asked)
    const kept = owner && (await findAsked(tx, owner, asked))
    if (kept && kept.status !== null) return { batch_id: null, answer: JSON.parse(kept.answer) }
    if (kept && kept.age_seconds < longestRunSeconds) throw new AppError('request.in_progress')
    const batch_id = kept?.answer ?? newId()
    if (owner) await keepRequest(tx, owner, { request_hash: hashOf(asked), answer: batch_id, status: null })
    if (kept) return { batch_id, answer: null }
    const { user } = asked.actor
    const batch = {
      id: batch_id,
      created_at: app.clock.now().toISOString(),
      created_by: user?.id ?? null,
      created_by_login: user?.login ?? null,
      total: orderIds.length,
    }
    await insertBatch(
      tx,
      batch,
      orderIds.map((id) => refuse(id, 'receipt.not_tried')),
    )
    return { batch_id, answer: null }
  })
}

async function createEach(
  app: BulkApp,
  actor: Actor,
  batch_id: string,
  orders: readonly CreateReceiptRequest[],
): Promise<RefusedOrder[]> {
  const refused: RefusedOrder[] = []
  await sideBySide(orders, atATime, async ({ order_id, version }) => {
    await createReceipt(app, actor, order_id, { batch_id, version }).catch((error: unknown) =>
      refused.push(toRefusal(app, batch_id, order_id, error)),
    )
  })
  return refused
}

function toRefusal({ log }: BulkApp, batch_id: string, order_id: string, error: unknown): RefusedOrder {
  if (error instanceof AppError) return refuse(order_id, error.code, error.params)
  log.error({ err: error, batch_id, order_id }, 'a receipt of a batch was not created')
  return refuse(order_id, 'server.error', { request_id: batch_id })
}

export const refuse = (order_id: string, code: ErrorCode, params: ErrorParams = {}): RefusedOrder => ({
  order_id,
  code,
  detail: sentenceOf(code, params),
  ...paramsOf(code, params),
})

const repeated = (orderIds: readonly string[]): RefusedOrder[] =>
  orderIds
    .filter((id, place) => orderIds.indexOf(id) !== place)
    .map((order_id) => refuse(order_id, 'receipt.listed_twice'))

/** In the order of the request. */
function finish(
  app: BulkApp,
  asked: Asked,
  batch_id: string,
  order_ids: readonly string[],
  refusals: RefusedOrder[],
): Promise<BulkReply> {
  return inTransaction(app.db, async (tx) => {
    const place = new Map([...new Set(order_ids)].map((id, index) => [id, index]))
    const inOrder = (a: { order_id: string }, b: { order_id: string }) =>
      (place.get(a.order_id) ?? 0) - (place.get(b.order_id) ?? 0)
    const accepted = (await listReceiptsOfBatch(tx, batch_id)).toSorted(inOrder)
    const refused = refusals.toSorted(inOrder)
    const answer = { batch_id, accepted, refused }
    await updateRefused(tx, batch_id, refused)
    const owner = ownerOf(asked)
    if (owner)
      await keepRequest(tx, owner, {
        request_hash: hashOf(asked),
        answer: JSON.stringify(answer),
        status: acceptedStatus,
      })
    await announce(tx, 'batch', batch_id)
    return answer
  })
}
