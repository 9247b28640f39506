import type { PrepaymentRequest, Receipt } from '#/contract/receipts.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import { createWithin, unlessTaken, type CreatingApp } from './create-receipt.ts'
import { answerOnce, type Answered } from './idempotency.ts'
import { refreshDocuments, type RefreshingApp } from './refresh-documents.ts'
import { requireReceipt } from '../reading/show-receipt.ts'

type RequestingApp = CreatingApp & RefreshingApp

/** Creates the receipt of a whole order at a person's request. */
export async function requestReceipt(
  app: RequestingApp,
  actor: Actor,
  body: { order_id: string },
  key: string | undefined,
): Promise<Answered<Receipt>> {
  await refreshDocuments(app, [body.order_id])
  return unlessTaken(app, (tx) =>
    answerOnce(tx, { actor, key, call: 'create', body }, async () =>
      requireReceipt(tx, await createWithin(app, tx, actor, body.order_id, {})),
    ),
  )
}

/** Creates two receipts in a chain because part of the order is paid already; answers with the one for the rest. */
export async function requestPrepayment(
  app: RequestingApp,
  actor: Actor,
  body: PrepaymentRequest,
  key: string | undefined,
): Promise<Answered<Receipt>> {
  await refreshDocuments(app, [body.order_id])
  return unlessTaken(app, (tx) =>
    answerOnce(tx, { actor, key, call: 'prepayment', body }, async () =>
      requireReceipt(tx, await createWithin(app, tx, actor, body.order_id, { prepaid: body })),
    ),
  )
}
