import { AppError } from '#/contract/errors.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { applyFinding } from '../lookup/apply-finding.ts'
import { findProvider, type AskingApp } from '../lookup/find-provider.ts'
import { lookUpById } from '../lookup/look-up-receipts.ts'
import { documentOf, findReceiptRow } from '../machine/store.ts'
import { requireReceipt } from '../reading/show-receipt.ts'

/**
 * The parcel is paid for, and the provider could not make the receipt fiscal (signature, billing, shift). Once a person
 * has removed the cause, the provider is called to try again. The request is in the audit log before the call; the
 * document shows its effect, now or at the next poll.
 */
export async function fiscalizeReceipt(app: AskingApp, actor: Actor, id: string): Promise<Receipt> {
  const receipt = await findReceiptRow(app.db, id)
  if (!receipt) throw new AppError('receipt.not_found')
  const isWaiting = receipt.state === 'attention' && receipt.kind === 'ettn' && receipt.provider_id !== null
  if (!isWaiting) throw new AppError('receipt.not_fiscalizable')
  const found = await findProvider(app, receipt.cash_register_id, receipt.is_test)
  if (!found.ok) throw new AppError(found.refusal)
  const { provider } = found
  // Only what failed to become fiscal: a document that waits for payment must not become fiscal before the money is
  // there.
  const before = await lookUpById(provider, receipt)
  if (before.kind !== 'receipt_error') {
    await applyFinding(app, id, before, app.clock.now())
    throw new AppError('receipt.not_fiscalizable')
  }
  await inTransaction(app.db, (tx) =>
    recordAudit(app, tx, actor, {
      action: 'receipt.fiscalize_asked',
      subject: { type: 'receipt', id },
      details: { order_id: receipt.order_id, provider_id: documentOf(receipt) },
    }),
  )
  const outcome = await provider.client.fiscalize(provider.credentials, documentOf(receipt))
  if (outcome.kind === 'refused') throw new AppError('fiscal.failed', { detail: outcome.failure.detail })
  const seen_at = app.clock.now()
  const finding = await lookUpById(provider, receipt)
  if (finding.kind === 'fiscal') await applyFinding(app, id, finding, seen_at)
  return requireReceipt(app.db, id)
}
