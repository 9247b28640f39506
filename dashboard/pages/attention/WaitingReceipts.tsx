import { useQueryClient } from '@tanstack/react-query'
import { IconFlask } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { formatMoney } from '#/contract/money.ts'
import { may } from '#/contract/permissions.ts'
import { pluralize } from '#/contract/plurals.ts'
import type { ReceiptAlarms, WaitingReceipt } from '#/contract/receipt-alarms.ts'
import { recheckReceipt } from '../../api/receipts.ts'
import { useUser } from '../../api/user.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { receiptForms } from '../../words/counted-words.ts'
import { SettleReceipt } from '../receipt/SettleReceipt.tsx'
import { ManyDialog } from './ManyDialog.tsx'
import { refreshAfter } from './refresh-after.ts'
import type { Choosing } from './use-chosen.ts'
import { Worklist } from './Worklist.tsx'

interface Props {
  waiting: ReceiptAlarms['waiting']
  choosing: Choosing
}

const keyOf = ({ receipt_id }: { receipt_id: string }): string => receipt_id

/** Receipts of which only a person can say how to go on. */
export function WaitingReceipts({ waiting, choosing }: Props) {
  const { role } = useUser()
  const [asked, setAsked] = useState<readonly WaitingReceipt[] | null>(null)
  const maySettle = may(role, 'receipt.settle')
  const items = useMemo(
    () => waiting.items.map((receipt) => ({ ...receipt, receipt, detail: <Reason receipt={receipt} /> })),
    [waiting.items],
  )
  const deeds = useCallback(
    ({ receipt_id, order_id, problem }: Pick<WaitingReceipt, 'receipt_id' | 'order_id' | 'problem'>) =>
      maySettle ? (
        <SettleReceipt receipt={{ id: receipt_id, state: 'attention', problem }} orderId={order_id} />
      ) : (
        <p className="soft">Рішення ухвалює касир або адміністратор.</p>
      ),
    [maySettle],
  )
  return (
    <>
      <Worklist
        title="Чеки, що потребують рішення"
        about="Касир не знає напевно, що з цими чеками в Checkbox, тому нічого не робить сам."
        count={waiting.count}
        amount={waiting.amount}
        items={items}
        keyOf={keyOf}
        choosing={maySettle ? choosing : null}
        renderTogether={(chosen) => (
          <Button onClick={() => setAsked(chosen.map(({ receipt }) => receipt))}>
            Перевірити ще раз… ({chosen.length})
          </Button>
        )}
        isWide
      >
        {deeds}
      </Worklist>
      {asked !== null && <RecheckMany receipts={asked} onDone={choosing.clear} onClose={() => setAsked(null)} />}
    </>
  )
}

function Reason({ receipt: { kind, is_test, detail } }: { receipt: WaitingReceipt }) {
  return (
    <>
      {kind === 'prepayment' && 'Передоплата. '}
      {detail}
      {is_test && (
        <>
          {' '}
          <Badge icon={IconFlask} tone="warn">
            тестовий
          </Badge>
        </>
      )}
    </>
  )
}

interface ManyProps {
  receipts: readonly WaitingReceipt[]
  onDone: () => void
  onClose: () => void
}

/** Only asks the provider: nothing is made, removed or given up by it. */
function RecheckMany({ receipts, onDone, onClose }: ManyProps) {
  const queries = useQueryClient()
  const sum = receipts.reduce((total, { amount }) => total + amount, 0)
  return (
    <ManyDialog
      title={`Перевірити ще раз: ${pluralize(receipts.length, receiptForms)}`}
      why={null}
      action={`Перевірити ${receipts.length}`}
      leave="Не перевіряти"
      items={receipts}
      act={({ receipt_id }) => recheckReceipt(receipt_id)}
      nameOf={({ number }) => `№\u00a0${number}`}
      onDone={(done) => {
        refreshAfter(
          queries,
          receipts.map(({ order_id }) => order_id),
        )
        if (done > 0) toast(`Питаємо Checkbox ще раз: ${pluralize(done, receiptForms)}. Стан зміниться сам.`)
        onDone()
      }}
      onClose={onClose}
    >
      Касир ще раз запитає Checkbox про {pluralize(receipts.length, receiptForms)} на {formatMoney(sum)}. Нових чеків це
      не створює.
    </ManyDialog>
  )
}
