import { AppError } from '#/contract/errors.ts'
import type { AcceptSumsRequest, Receipt } from '#/contract/receipts.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce, announceOrder } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { lockReceipt } from '../machine/store.ts'
import { requireReceipt } from '../reading/show-receipt.ts'
import { writeAcceptance } from '../machine/note-store.ts'
import { findOtherSums } from './sums-store.ts'

type SumsApp = Pick<App, 'db' | 'clock' | 'audit'>

/**
 * A person has checked why the sums differ and says why they may. Only these very sums are accepted: another sum is a
 * trouble again. Nothing happens to the receipt.
 */
export function acceptSums(app: SumsApp, actor: Actor, id: string, request: AcceptSumsRequest): Promise<Receipt> {
  return inTransaction(app.db, async (tx) => {
    const receipt = await lockReceipt(tx, id)
    if (!receipt) throw new AppError('receipt.not_found')
    const sums = await findOtherSums(tx, id)
    if (sums?.is_shown !== true) throw new AppError('receipt.sums_agree')
    const { control, fiscal } = sums
    const hasSeenOthers =
      (request.control !== undefined && request.control !== control) ||
      (request.fiscal !== undefined && request.fiscal !== fiscal)
    if (hasSeenOthers) throw new AppError('receipt.sums_changed')
    const { reason } = request
    await writeAcceptance(tx, id, { control, fiscal, reason, at: app.clock.now().toISOString(), by: actor.user })
    await recordAudit(app, tx, actor, {
      action: 'receipt.sums_accepted',
      subject: { type: 'receipt', id },
      details: { order_id: receipt.order_id, amount: receipt.amount, control, fiscal, reason },
    })
    await announce(tx, 'receipt', id)
    await announceOrder(tx, receipt.order_id)
    return requireReceipt(tx, id)
  })
}
