import { AppError } from '#/contract/errors.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { applyFinding } from '../lookup/apply-finding.ts'
import { findProvider, type AskingApp, type Provider } from '../lookup/find-provider.ts'
import { lookUpById } from '../lookup/look-up-receipts.ts'
import { endLease, takeLease } from '../machine/note-store.ts'
import { documentOf, findReceiptRow, lockReceipt, type ReceiptRow } from '../machine/store.ts'
import { requireReceipt } from '../reading/show-receipt.ts'

/** Longer than the call and both lookups may take. */
const leaseSeconds = 120

/**
 * The parcel is paid for, and the provider could not make the receipt fiscal (signature, billing, shift). Once a person
 * has removed the cause, the provider is called to try again. The document shows the effect of the call, now or at the
 * next poll. While the effect is not known, a second click makes no second call: what the provider does with one is not
 * published.
 */
export async function fiscalizeReceipt(app: AskingApp, actor: Actor, id: string): Promise<Receipt> {
  const receipt = await findReceiptRow(app.db, id)
  if (!receipt) throw new AppError('receipt.not_found')
  if (!isFailed(receipt)) throw new AppError('receipt.not_fiscalizable')
  const found = await findProvider(app, receipt.cash_register_id, receipt.is_test)
  if (!found.ok) throw new AppError(found.refusal)
  await claim(app, id)
  let isUnderWay = false
  try {
    await requireFailedDocument(app, found.provider, receipt)
    await recordAsked(app, actor, receipt)
    isUnderWay = true
    const outcome = await found.provider.client.fiscalize(found.provider.credentials, documentOf(receipt))
    isUnderWay = outcome.kind !== 'refused'
    if (outcome.kind === 'refused') throw new AppError('fiscal.failed', { detail: outcome.failure.detail })
  } finally {
    if (!isUnderWay) await endLease(app.db, id)
  }
  const seen_at = app.clock.now()
  const finding = await lookUpById(found.provider, receipt)
  if (finding.kind === 'fiscal') await applyFinding(app, id, finding, seen_at)
  return requireReceipt(app.db, id)
}

const isFailed = ({ state, kind, provider_id }: ReceiptRow): boolean =>
  state === 'attention' && kind === 'ettn' && provider_id !== null

const claim = (app: AskingApp, id: string): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    const receipt = await lockReceipt(tx, id)
    if (receipt === undefined || !isFailed(receipt)) throw new AppError('receipt.not_fiscalizable')
    if (!(await takeLease(tx, id, leaseSeconds))) throw new AppError('receipt.being_fiscalized')
  })

/** Only what failed to become fiscal: a document that waits for payment must not become fiscal before the money is there. */
async function requireFailedDocument(app: AskingApp, provider: Provider, receipt: ReceiptRow): Promise<void> {
  const before = await lookUpById(provider, receipt)
  if (before.kind === 'receipt_error') return
  await applyFinding(app, receipt.id, before, app.clock.now())
  throw new AppError('receipt.not_fiscalizable')
}

/** In the audit log before the call. */
const recordAsked = (app: AskingApp, actor: Actor, receipt: ReceiptRow): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    await recordAudit(app, tx, actor, {
      action: 'receipt.fiscalize_asked',
      subject: { type: 'receipt', id: receipt.id },
      details: { order_id: receipt.order_id, provider_id: documentOf(receipt) },
    })
  })
