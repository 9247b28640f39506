import { AppError } from '#/contract/errors.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce, announceOrder } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { lockReceipt } from '../machine/store.ts'
import { requireReceipt } from '../reading/show-receipt.ts'
import { writeAcceptance } from '../machine/note-store.ts'

/** Sums that differ are a trouble again. Where none were accepted nothing changes: repeating it is no error. */
export function takeBackSums(app: Pick<App, 'db' | 'clock' | 'audit'>, actor: Actor, id: string): Promise<Receipt> {
  return inTransaction(app.db, async (tx) => {
    const receipt = await lockReceipt(tx, id)
    if (!receipt) throw new AppError('receipt.not_found')
    const { sums_accepted } = await requireReceipt(tx, id)
    if (sums_accepted !== null) {
      const { control, fiscal, reason } = sums_accepted
      await writeAcceptance(tx, id, null)
      await recordAudit(app, tx, actor, {
        action: 'receipt.sums_not_accepted',
        subject: { type: 'receipt', id },
        details: { order_id: receipt.order_id, amount: receipt.amount, control, fiscal, reason },
      })
      await announce(tx, 'receipt', id)
      await announceOrder(tx, receipt.order_id)
    }
    return requireReceipt(tx, id)
  })
}
