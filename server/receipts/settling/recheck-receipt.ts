import { AppError } from '#/contract/errors.ts'
import type { Receipt } from '#/contract/receipts.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { makeDueNow } from '../machine/note-store.ts'
import { moveLocked, type MovingApp } from '../machine/move-receipt.ts'
import { receiptNow } from '../machine/receipt-time.ts'
import { requireReceipt } from '../reading/show-receipt.ts'
import { lockReceipt } from '../machine/store.ts'

/** A person does not want to wait for the next lookup. */
export function recheckReceipt(app: MovingApp, actor: Actor, id: string): Promise<Receipt> {
  return inTransaction(app.db, async (tx) => {
    const receipt = await lockReceipt(tx, id)
    if (!receipt) throw new AppError('receipt.not_found')
    const moved = await moveLocked(app, tx, receipt, { event: { type: 'recheck_asked' }, actor })
    if (moved === null) throw new AppError('receipt.not_rechecked')
    await makeDueNow(tx, id, receiptNow(app))
    return requireReceipt(tx, id)
  })
}
