import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { may } from '#/contract/permissions.ts'
import type { ReceiptAlarms, Trouble } from '#/contract/receipt-alarms.ts'
import { markNotNeeded } from '../../api/orders.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { ReasonDialog } from '../receipt-dialogs/ReasonDialog.tsx'
import { putMark } from '../receipt-dialogs/refresh-receipt.ts'
import { Worklist } from './Worklist.tsx'

const keyOf = ({ order_id }: Trouble): string => order_id

/** Fiscal receipts of refused parcels: the return is made at the provider, or a person says why none is needed. */
export function ReturnsDue(returns: ReceiptAlarms['return_due']) {
  const { role } = useUser()
  const [asked, setAsked] = useState<Trouble | null>(null)
  const deeds = useCallback(
    (trouble: Trouble) => (
      <>
        <OrderLink id={trouble.order_id}>Відкрити чек</OrderLink>
        {may(role, 'receipt.settle') && (
          <Button size="compact-sm" variant="default" onClick={() => setAsked(trouble)}>
            Повернення не потрібне…
          </Button>
        )}
      </>
    ),
    [role],
  )
  return (
    <>
      <Worklist
        title="Потрібен чек повернення"
        about="Від посилки відмовилися, а чек за неї фіскальний: за ним гроші взято."
        {...returns}
        keyOf={keyOf}
      >
        {deeds}
      </Worklist>
      {asked !== null && <NoReturnDialog trouble={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function NoReturnDialog({ trouble: { order_id, number }, onClose }: { trouble: Trouble; onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <ReasonDialog
      title={`Повернення не потрібне — замовлення №\u00a0${number}`}
      label="Чому повернення не потрібне"
      example="Наприклад: передоплата лишається в магазину за умовами доставки."
      action="Позначити"
      leave="Не позначати"
      run={async (reason) => putMark(queries, await markNotNeeded(order_id, reason))}
      onDone={() => toast(`Замовлення №\u00a0${number} більше не чекає повернення.`)}
      onClose={onClose}
    >
      Касир більше не нагадуватиме про повернення, і створити за це замовлення новий чек буде не можна, доки позначку не
      знято. Чек у Checkbox лишається фіскальним.
    </ReasonDialog>
  )
}
