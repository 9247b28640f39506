import type { z } from 'zod'
import type { AuditDetails } from '#/contract/audit.ts'
import { AppError } from '#/contract/errors.ts'
import type { SendCopyRequest } from '#/contract/receipts.ts'
import { addressMarkOf } from '#/server/audit/chain/entry.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { CopyAddress } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { newId } from '#/server/platform/random.ts'
import { announce } from '#/server/events/announce.ts'
import { findProvider } from '../lookup/find-provider.ts'
import { noteCopySent } from '../machine/note-store.ts'
import { findReceiptRow } from '../machine/store.ts'
import { secondsToWait, toMasked, toPlain } from './copy-rules.ts'
import { findAskedBefore, isBuyersPhone, lockCopying } from './copy-store.ts'

type CopyingApp = Pick<App, 'db' | 'clock' | 'log' | 'audit' | 'encryption_keys' | 'ettn'>

/**
 * The buyer gets a copy of a fiscal receipt by e-mail or SMS. The provider sends it; the service never repeats it by
 * itself, and a refusal is shown in the provider's words. The audit log records the request, its person and address
 * before anything leaves, and the outcome after (decision 0055).
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
  const asked = await ask(app, actor, { id, order_id: receipt.order_id }, to)
  const outcome = await client.sendCopy(credentials, receipt.fiscal_receipt_id, to)
  const subject = { type: 'receipt', id } as const
  await inTransaction(app.db, async (tx) => {
    if (outcome.kind !== 'sent')
      return recordAudit(app, tx, actor, {
        action: 'receipt.copy_failed',
        subject,
        details: { ...asked, refused: outcome.kind === 'refused', reason: outcome.failure.detail },
      })
    await noteCopySent(tx, id)
    await recordAudit(app, tx, actor, { action: 'receipt.copy_sent', subject, details: asked })
    return announce(tx, 'receipt', id)
  })
  if (outcome.kind !== 'sent') throw new AppError('fiscal.failed', { detail: outcome.failure.detail })
}

/** Refuses too frequent requests, and records the request. Concurrent ones are handled one after the other. */
const ask = (
  app: CopyingApp,
  actor: Actor,
  { id, order_id }: { id: string; order_id: string },
  to: CopyAddress,
): Promise<AuditDetails<'receipt.copy_asked'>> =>
  inTransaction(app.db, async (tx) => {
    const user_id = actor.user?.id ?? null
    await lockCopying(tx, id, user_id ?? 'system')
    const seconds = secondsToWait(await findAskedBefore(tx, id, user_id, app.clock.now()))
    if (seconds > 0) throw new AppError('receipt.copy_too_often', { seconds })
    const details = {
      order_id,
      by: 'email' in to ? ('email' as const) : ('sms' as const),
      asked: newId(),
      to: toMasked(to),
      to_mark: addressMarkOf(app.audit.keys.writing.secret, toPlain(to)),
      buyers_own: 'phone' in to && (await isBuyersPhone(tx, order_id, toPlain(to))),
    }
    await recordAudit(app, tx, actor, { action: 'receipt.copy_asked', subject: { type: 'receipt', id }, details })
    return details
  })
