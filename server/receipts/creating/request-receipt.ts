import type { CreateReceiptRequest, PrepaymentRequest, Receipt } from '#/contract/receipts.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import { createWithin, unlessTaken, type CreatingApp } from './create-receipt.ts'
import { answerOnce, type Answered } from './idempotency.ts'
import { refreshDocuments, type RefreshingApp } from './refresh-documents.ts'
import { requireReceipt } from '../reading/show-receipt.ts'

/**
 * Creates the receipt of an order at a person's request. Where a part of it is paid already, there are two receipts in a
 * chain, and the one for the rest is the answer.
 */
export async function requestReceipt(
  app: CreatingApp & RefreshingApp,
  actor: Actor,
  body: CreateReceiptRequest | PrepaymentRequest,
  key: string | undefined,
): Promise<Answered<Receipt>> {
  const [call, options] = 'amount' in body ? (['prepayment', { prepaid: body }] as const) : (['create', {}] as const)
  await refreshDocuments(app, [body.order_id])
  return unlessTaken(app, (tx) =>
    answerOnce(tx, { actor, key, call, body }, async () =>
      requireReceipt(tx, await createWithin(app, tx, actor, body.order_id, { ...options, version: body.version })),
    ),
  )
}
