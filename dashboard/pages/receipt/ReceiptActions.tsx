import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sentenceOf } from '#/contract/errors.ts'
import type { Order } from '#/contract/orders.ts'
import { may } from '#/contract/permissions.ts'
import { advanceOf, isHeld, toCandidate } from '#/contract/receipt-candidate.ts'
import { whyNotReceipt } from '#/contract/receipt-refusals.ts'
import { receiptCan, type ReceiptState } from '#/contract/receipt-states.ts'
import { cashRegistersQuery } from '../../api/cash-registers.ts'
import { useUser } from '../../api/user.ts'
import { CancelReceiptDialog } from '../receipt-dialogs/CancelReceiptDialog.tsx'
import { CreateReceiptDialog } from '../receipt-dialogs/CreateReceiptDialog.tsx'
import { NotNeededDialog } from '../receipt-dialogs/NotNeededDialog.tsx'
import { PrepaymentDialog } from '../receipt-dialogs/PrepaymentDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './ReceiptPanel.module.css'

interface Props {
  order: Order
  onEdit?: () => void
}

const takeMarkBack = 'Замовлення позначено як таке, що чека не потребує. Спершу зніміть позначку.'

function createLabel(state: ReceiptState | undefined, advance: number): string {
  if (advance > 0) return 'Створити чек на залишок'
  return state === 'failed' ? 'Створити ще раз' : 'Створити чек'
}

/** What can be done about the receipt; what cannot says why, in words that are there to be read. */
export function ReceiptActions({ order, onEdit }: Props) {
  const [open, setOpen] = useState<'create' | 'prepayment' | 'cancel' | 'not_needed' | null>(null)
  const whyId = useId()
  const { role } = useUser()
  const advance = advanceOf(order)
  const refusal = whyNotReceipt(toCandidate(order, useQuery(cashRegistersQuery).data?.items), advance)
  const { receipt } = order
  const close = () => setOpen(null)
  const edit = onEdit && (() => (close(), onEdit()))

  if (!may(role, 'receipt.create'))
    return <p className="soft">Створювати й скасовувати чеки можуть касир і адміністратор.</p>
  if (receipt?.state === 'fiscalized')
    return <p className="soft">Фіскальний чек не скасовують: можливе лише повернення в кабінеті Checkbox.</p>
  const isAsked = receipt !== null && receiptCan.be_cancelled(receipt.state) && !receipt.cancel_requested
  // A sum that does not match may be just the one that was paid in advance.
  const maybePrepaid = advance === 0 && (refusal === null || refusal.code === 'receipt.sum_mismatch')
  const canBeUnneeded =
    order.receipt_not_needed === null && (!isHeld(order) || advance > 0) && may(role, 'receipt.settle')
  return (
    <div className={classes.actions}>
      <div className={classes.buttons}>
        {/* Not `disabled`: it must take the focus to tell why it does nothing. */}
        <Button
          aria-disabled={refusal !== null || undefined}
          data-disabled={refusal !== null || undefined}
          aria-describedby={refusal ? whyId : undefined}
          onClick={() => refusal ?? setOpen('create')}
        >
          {createLabel(receipt?.state, advance)}
        </Button>
        {maybePrepaid && (
          <Button variant="default" onClick={() => setOpen('prepayment')}>
            Передоплата…
          </Button>
        )}
        {isAsked && (
          <Button variant="default" onClick={() => setOpen('cancel')}>
            Скасувати чек…
          </Button>
        )}
        {canBeUnneeded && (
          <Button variant="default" onClick={() => setOpen('not_needed')}>
            Чек не потрібен…
          </Button>
        )}
      </div>
      {refusal && (
        // The mark above tells those who see it already.
        <p id={whyId} className={order.receipt_not_needed === null ? 'soft' : 'visually-hidden'}>
          {order.receipt_not_needed === null ? sentenceOf(refusal.code, refusal.params) : takeMarkBack}
        </p>
      )}
      {open === 'create' && <CreateReceiptDialog order={order} onClose={close} onEdit={edit} />}
      {open === 'prepayment' && <PrepaymentDialog order={order} onClose={close} onEdit={edit} />}
      {open === 'not_needed' && <NotNeededDialog order={order} onClose={close} />}
      {open === 'cancel' && <CancelReceiptDialog order={order} onClose={close} />}
    </div>
  )
}
