import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { may } from '#/contract/permissions.ts'
import type { LeftSale, ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { settleLeftSale } from '../../api/orders.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { ReasonDialog } from '../receipt-dialogs/ReasonDialog.tsx'
import { refreshAfter } from './refresh-after.ts'
import { Worklist } from './Worklist.tsx'

const keyOf = ({ order_id, left_ttn }: LeftSale): string => `${order_id} ${left_ttn}`

/** Received parcels without a receipt whose orders have another TTN: the TTN goes back, or a person says why none is needed. */
export function LeftSales(sales: ReceiptAlarms['sale_left']) {
  const { role } = useUser()
  const [asked, setAsked] = useState<LeftSale | null>(null)
  const deeds = useCallback(
    (sale: LeftSale) => (
      <>
        <OrderLink id={sale.order_id}>Відкрити замовлення</OrderLink>
        {may(role, 'receipt.settle') && (
          <Button size="compact-sm" variant="default" onClick={() => setAsked(sale)}>
            Чек не потрібен…
          </Button>
        )}
      </>
    ),
    [role],
  )
  return (
    <>
      <Worklist
        title="Отримано без чека, а ТТН змінено"
        about="Замовлення вже має іншу ТТН, тому за попередньою посилкою чек ніхто не створить."
        {...sales}
        keyOf={keyOf}
      >
        {deeds}
      </Worklist>
      {asked !== null && <NoReceiptDialog sale={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function NoReceiptDialog({ sale: { order_id, left_ttn }, onClose }: { sale: LeftSale; onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <ReasonDialog
      title={`Чек за посилку ${left_ttn} не потрібен`}
      label="Чому чек не потрібен"
      example="Наприклад: ТТН введено помилково, це посилка іншого магазину."
      action="Позначити"
      leave="Не позначати"
      run={async (reason) => {
        await settleLeftSale(order_id, { ttn: left_ttn, reason })
        refreshAfter(queries, [order_id])
      }}
      onDone={() => toast(`Посилку ${left_ttn} позначено: чек не потрібен.`)}
      onClose={onClose}
    >
      Касир більше не нагадуватиме про цю посилку. Теперішньої посилки замовлення це не стосується. Хто й чому так
      вирішив, залишиться в журналі.
    </ReasonDialog>
  )
}
