import { AppError, refuseIf, type ErrorCode } from '#/contract/errors.ts'
import { type Receipt } from '#/contract/receipts.ts'
import { receiptCan } from '#/contract/receipt-states.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { FindOutcome, FiscalReceipt } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { isDocumentTaken } from '../machine/store.ts'
import { adoptDocument } from '../creating/adopt-documents.ts'
import { settleOrphan } from '../machine/incident-store.ts'
import { findProvider, type AskingApp, type Provider } from '../lookup/find-provider.ts'
import { findKeptDocument, type KeptDocument } from '../lookup/snapshot-store.ts'
import { findInList } from '../lookup/update-snapshot.ts'
import type { ReceiptEvent } from '../machine/facts.ts'
import { moveLocked } from '../machine/move-receipt.ts'
import { noteScope } from '../machine/note-store.ts'
import { attachmentOf, type FoundDocument } from './rules.ts'
import { requireReceipt } from '../reading/show-receipt.ts'
import { findReceiptRow, lockReceipt, type ReceiptRow } from '../machine/store.ts'

/**
 * A person found the document at the provider. Their word is not enough: the document is read again, and must be this
 * receipt's; another sum is accepted with a reason. One of another register of ours cannot be this receipt's: it is adopted in its
 * place. The call happens before the transaction; the transaction decides on the row as it then is.
 */
export async function attachDocument(
  app: AskingApp,
  actor: Actor,
  id: string,
  { provider_id, reason }: { provider_id: string; reason?: string | undefined },
): Promise<Receipt> {
  const seen = await findReceiptRow(app.db, id)
  if (!seen) throw new AppError('receipt.not_found')
  refuseIf(whyNotAttach(seen, provider_id))
  const found = await findProvider(app, seen.cash_register_id, seen.is_test)
  if (!found.ok) throw new AppError(found.refusal)
  const kept = seen.kind === 'ettn' ? await findKeptDocument(app.db, provider_id) : undefined
  if (kept !== undefined && isOfAnother(found.provider, seen, kept))
    return requireReceipt(app.db, await adoptDocument(app, actor, { provider_id, reason }))
  const document = await readDocument(app, found.provider, seen, { id: provider_id, kept })
  const attachment = attachmentOf(
    { ...seen, register_fiscal_number: found.provider.fiscal_number },
    document,
    reason !== undefined,
  )
  if (typeof attachment === 'string') throw new AppError(attachment)
  try {
    const event = { type: attachment.event, provider_id: document.id } as const
    return await attach(app, actor, id, event, { reason, scope: found.provider.scope })
  } catch (error) {
    throw isDocumentTaken(error) ? new AppError('receipt.document_taken') : error
  }
}

function whyNotAttach(receipt: ReceiptRow, provider_id: string): ErrorCode | null {
  if (!receiptCan.be_attached(receipt.state)) return 'receipt.not_attachable'
  const isAnother = receipt.provider_id !== null && receipt.provider_id !== provider_id
  return isAnother ? 'receipt.document_known' : null
}

/** The receipt has no document of its own, and this one is of another register, or of the same before it was registered anew. */
function isOfAnother(
  { fiscal_number }: Provider,
  receipt: ReceiptRow,
  { ttn, cash_register_id, register_fiscal_number: said }: KeptDocument,
): boolean {
  if (receipt.provider_id !== null || receipt.prepayment_id !== null || ttn !== receipt.ttn) return false
  return cash_register_id !== receipt.cash_register_id || (said !== null && said !== fiscal_number)
}

type Attached = Extract<ReceiptEvent, { type: 'attached_waiting' | 'attached_fiscal' }>

const attach = (
  app: AskingApp,
  actor: Actor,
  id: string,
  event: Attached,
  { reason, scope }: { reason: string | undefined; scope: string | null },
): Promise<Receipt> =>
  inTransaction(app.db, async (tx) => {
    const receipt = await lockReceipt(tx, id)
    if (!receipt) throw new AppError('receipt.not_found')
    refuseIf(whyNotAttach(receipt, event.provider_id))
    const moved = await moveLocked(app, tx, receipt, {
      event,
      evidence: { provider_id: event.provider_id, reason },
      actor,
    })
    if (moved === null) throw new AppError('receipt.not_attachable')
    await noteScope(tx, id, scope)
    await settleOrphan(tx, event.provider_id, app.clock.now().toISOString())
    return requireReceipt(tx, id)
  })

async function readDocument(
  app: AskingApp,
  provider: Provider,
  { kind }: ReceiptRow,
  { id, kept }: { id: string; kept: KeptDocument | undefined },
): Promise<FoundDocument> {
  const { client, credentials } = provider
  if (kind === 'prepayment') return fromReceipt(mustBeThere(await client.findReceipt(credentials, id)))
  const outcome = await client.find(credentials, id)
  return mustBeThere(outcome.kind === 'absent' && kept !== undefined ? await findInList(app, provider, kept) : outcome)
}

function mustBeThere<Found>(outcome: FindOutcome<Found>): Found {
  if (outcome.kind === 'absent') throw new AppError('receipt.document_not_found')
  if (outcome.kind === 'failed') throw new AppError('fiscal.failed', { detail: outcome.failure.detail })
  return outcome.found
}

/** A prepayment has no TTN; it is recognised by the id we gave it. */
const fromReceipt = ({ id, amount, status }: FiscalReceipt): FoundDocument => ({
  id,
  ttn: null,
  amount,
  register_fiscal_number: null,
  status: ({ done: 'fiscalized', pending: 'waiting', error: 'receipt_error', cancelled: 'cancelled' } as const)[status],
})
