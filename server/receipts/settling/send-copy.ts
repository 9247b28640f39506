import type { z } from 'zod'
import { AppError } from '#/contract/errors.ts'
import type { SendCopyRequest } from '#/contract/receipts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { CopyAddress } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { announce } from '#/server/events/announce.ts'
import { findProvider } from '../looking/find-provider.ts'
import { noteCopySent } from '../machine/note-store.ts'
import { findReceiptRow } from '../machine/store.ts'

type CopyingApp = Pick<App, 'db' | 'clock' | 'log' | 'audit_key' | 'encryption_keys' | 'ettn'>

/**
 * The buyer gets a copy of a fiscal receipt by e-mail or SMS. The provider sends it; it is never repeated by itself, and what
 * the provider refuses is told in its words.
 */
export async function sendCopy(
  app: CopyingApp,
  actor: Actor,
  id: string,
  { email, phone = '' }: z.infer<typeof SendCopyRequest>,
): Promise<void> {
  const to: CopyAddress = email === undefined ? { phone } : { email }
  const receipt = await findReceiptRow(app.db, id)
  if (!receipt) throw new AppError('receipt.not_found')
  if (receipt.state !== 'fiscalized' || receipt.fiscal_receipt_id === null) throw new AppError('receipt.not_fiscal_yet')
  const found = await findProvider(app, receipt.cash_register_id, receipt.is_test)
  if (!found.ok) throw new AppError(found.refusal)
  const { client, credentials } = found.provider
  const outcome = await client.sendCopy(credentials, receipt.fiscal_receipt_id, to)
  if (outcome.kind !== 'sent') throw new AppError('fiscal.failed', { detail: outcome.failure.detail })
  await inTransaction(app.db, async (tx) => {
    await noteCopySent(tx, id)
    await recordAudit(app, tx, actor, {
      action: 'receipt.copy_sent',
      subject: { type: 'receipt', id },
      details: { order_id: receipt.order_id, by: 'email' in to ? 'email' : 'sms' },
    })
    await announce(tx, 'receipt', id)
  })
}
