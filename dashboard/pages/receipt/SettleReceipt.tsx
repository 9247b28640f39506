import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import { receiptCan } from '#/contract/receipt-states.ts'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { attachDocument, fiscalizeReceipt, giveUpReceipt, recheckReceipt } from '../../api/receipts.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './SettleReceipt.module.css'
import { ReasonDialog } from '../receipt-dialogs/ReasonDialog.tsx'
import { useReceiptChange } from '../receipt-dialogs/use-receipt-change.ts'

interface Props {
  receipt: { id: string; state: ReceiptState; problem: { code: string } | null }
  orderId: string
}

/** For a receipt that waits for a person: ask Checkbox again, or tell it which document is the right one. */
export function SettleReceipt({ receipt, orderId }: Props) {
  const [attaching, setAttaching] = useState(false)
  const [givingUp, setGivingUp] = useState(false)
  const recheck = useReceiptChange(
    orderId,
    () => recheckReceipt(receipt.id),
    () => toast('Питаємо Checkbox ще раз. Стан зміниться сам.'),
  )
  const fiscalize = useReceiptChange(
    orderId,
    () => fiscalizeReceipt(receipt.id),
    () => toast('Checkbox фіскалізує чек ще раз. Стан зміниться сам.'),
  )
  const isUnfinished = receipt.problem?.code === 'receipt.advance_unfinished'
  const hasFailed = receipt.problem?.code === 'receipt.receipt_error'
  return (
    <div className={classes.settle}>
      {fiscalize.error && <Notice tone="danger">{sentenceFor(fiscalize.error)}</Notice>}
      {recheck.error && <Notice tone="danger">{sentenceFor(recheck.error)}</Notice>}
      <div className={classes.buttons}>
        {receiptCan.be_rechecked(receipt.state) && (
          <Button variant="default" loading={recheck.isPending} onClick={recheck.run}>
            Перевірити ще раз
          </Button>
        )}
        {hasFailed && receipt.state === 'attention' && (
          <Button loading={fiscalize.isPending} onClick={fiscalize.run}>
            Фіскалізувати ще раз
          </Button>
        )}
        {receiptCan.be_attached(receipt.state) && !hasFailed && !attaching && (
          <Button variant="default" onClick={() => setAttaching(true)}>
            Прив’язати документ…
          </Button>
        )}
      </div>
      {receipt.state === 'attention' && !hasFailed && (
        <Button size="compact-sm" wraps variant="subtle" onClick={() => setGivingUp(true)}>
          {isUnfinished ? 'Закрити чек передоплати…' : 'У Checkbox такого чека немає…'}
        </Button>
      )}
      {givingUp && (
        <ReasonDialog
          {...(isUnfinished ? unfinishedWords : absentWords)}
          action="Закрити чек"
          leave="Не закривати"
          run={(reason) => giveUpReceipt(receipt.id, reason)}
          onDone={() => toast('Чек закрито. Якщо він потрібен, створіть новий.')}
          onClose={() => setGivingUp(false)}
        >
          {isUnfinished
            ? 'Касир ще раз спитає Checkbox. Якщо чек уже фіскальний, не закриє; якщо стане фіскальним пізніше, покаже його.'
            : 'Касир ще раз шукатиме чек у Checkbox. Якщо знайде, не закриє.'}
        </ReasonDialog>
      )}
      {attaching && <AttachForm receipt={receipt} orderId={orderId} onLeave={() => setAttaching(false)} />}
    </div>
  )
}

const absentWords = {
  title: 'Закрити чек, якого в Checkbox немає?',
  label: 'Звідки це відомо чи що сталося з чеком',
  example: 'Наприклад: у кабінеті Checkbox за цією ТТН документів немає, перевірено щойно.',
}
const unfinishedWords = {
  title: 'Закрити чек передоплати, який Checkbox не робить фіскальним?',
  label: 'Чому не чекаєте',
  example: 'Наприклад: підтримка Checkbox відповіла, що цей чек фіскальним не стане.',
}

function AttachForm({ receipt, orderId, onLeave }: Props & { onLeave: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const attach = useReceiptChange(
    orderId,
    () => attachDocument(receipt.id, typed.trim(), reason.trim() === '' ? undefined : reason.trim()),
    () => {
      toast('Документ прив’язано до чека.')
      onLeave()
    },
  )
  // The person has just asked for it.
  useEffect(() => field.current?.focus(), [])
  const problem = tried && typed.trim() === '' ? 'Вставте ID документа.' : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (typed.trim() !== '') attach.run()
  }
  return (
    <form noValidate className={classes.attach} onSubmit={submit}>
      <TextField
        label="ID документа в Checkbox"
        description="У кабінеті Checkbox відкрийте «ЕТТН», знайдіть документ за цією ТТН і скопіюйте його ID: 36 знаків, як-от 8f14e45f-ea9c-4d54-8dfe-6a372df97b5f. Касир сам звірить ТТН, суму й касу."
        autoComplete="off"
        ref={field}
        maxLength={64}
        value={typed}
        error={problem ?? (attach.error && sentenceFor(attach.error))}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {(isRefusal(attach.error, 'receipt.document_differs') || reason !== '') && (
        <TextField
          label="Якщо інша лише сума: чому її можна прийняти"
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={attach.isPending}>
          Прив’язати
        </Button>
        <Button variant="default" onClick={onLeave}>
          Не прив’язувати
        </Button>
      </div>
    </form>
  )
}
