import { AppError } from '#/contract/errors.ts'
import { type Receipt } from '#/contract/receipts.ts'
import { receiptCan } from '#/contract/receipt-states.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { lockChain } from '../machine/store.ts'
import { moveLocked, type MovingApp } from '../machine/move-receipt.ts'
import { requireReceipt } from '../reading/show-receipt.ts'
import type { ReceiptRow } from '../machine/store.ts'

/**
 * Repeated calls are one cancellation. A receipt that was not sent ends at once; one that may be at the provider is
 * removed there as soon as its document is known. A chain is taken apart from its end: the rest first, then the
 * prepayment, unless it is fiscal already.
 */
export function cancelReceipt(app: MovingApp, actor: Actor, id: string): Promise<Receipt> {
  return inTransaction(app.db, async (tx) => {
    const chain = await lockChain(tx, id)
    const asked = chain.find((receipt) => receipt.id === id)
    if (!asked) throw new AppError('receipt.not_found')
    if (asked.state === 'fiscalized') throw new AppError('receipt.fiscalized')
    for (const receipt of chain.filter(isStillWanted))
      await moveLocked(app, tx, receipt, { event: { type: 'cancel_asked' }, actor })
    return requireReceipt(tx, id)
  })
}

const isStillWanted = ({ state, cancel_wanted }: ReceiptRow): boolean =>
  receiptCan.be_cancelled(state) && !cancel_wanted
