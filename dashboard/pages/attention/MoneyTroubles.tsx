import { useCallback, useState } from 'react'
import { may } from '#/contract/permissions.ts'
import type { ReceiptAlarms, SumTrouble, Trouble } from '#/contract/receipt-alarms.ts'
import { useUser } from '../../api/user.ts'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { AcceptSumsDialog } from './AcceptSumsDialog.tsx'
import { LeftSales } from './LeftSales.tsx'
import { MissingReceipts } from './MissingReceipts.tsx'
import { OtherTtns } from './OtherTtns.tsx'
import { ReturnsDue } from './ReturnsDue.tsx'
import { UnseenParcels } from './UnseenParcels.tsx'
import type { Chosen } from './use-chosen.ts'
import { Worklist } from './Worklist.tsx'

interface Props {
  alarms: ReceiptAlarms
  chosen: Chosen
}

const keyOf = ({ receipt_id, order_id }: Trouble): string => receipt_id ?? order_id

const openReceipt = ({ order_id }: Trouble) => <OrderLink id={order_id}>Відкрити чек</OrderLink>

/** Everything that may cost the shop a fine, the dearest first, each with what is to be done about it. */
export function MoneyTroubles({ alarms, chosen }: Props) {
  const { received, received_without_receipt, received_amount, paid_not_fiscal, failed } = alarms
  return (
    <>
      <MissingReceipts
        title="Отримано без чека"
        about="Гроші за посилку взято, а чека за неї немає. За продаж без чека штрафують."
        words={{ one: 'Створити чек…', many: 'Створити чеки' }}
        count={received_without_receipt}
        amount={received_amount}
        items={received}
        choosing={chosen('received')}
      />
      <LeftSales {...alarms.sale_left} />
      <UnseenParcels
        title="Отримано, а чия каса, не доведено"
        about="Посилку отримано чи оплачено, а якій касі вона належить, не відомо, тому чека немає."
        {...alarms.unbound_received}
      />
      <Worklist
        title="Оплачено, а чек не фіскальний"
        about="Checkbox фіскалізує чек за кілька хвилин після оплати. За цими підтвердження ще немає."
        {...paid_not_fiscal}
        keyOf={keyOf}
      >
        {openReceipt}
      </Worklist>
      <Worklist
        title="Фіскальний чек без підтвердження"
        about="Checkbox показує ці чеки фіскальними, але фіскального номера немає або податкова їх ще не отримала."
        {...alarms.fiscal_without_code}
        keyOf={keyOf}
      >
        {openReceipt}
      </Worklist>
      <ReturnsDue {...alarms.return_due} />
      <OtherTtns {...alarms.ttn_differs} />
      <DifferingSums {...alarms.sums_differ} />
      {/* Their receipts are proven not to exist, so nothing is made twice. */}
      <MissingReceipts
        title="Чек не створено"
        about="Checkbox відмовив, а нового чека ще немає. Без нього посилку оплатять без чека."
        words={{ one: 'Спробувати ще раз…', many: 'Спробувати ще раз' }}
        {...failed}
        choosing={chosen('failed')}
      />
      <WaitingTroubles {...alarms} />
    </>
  )
}

/** Nothing is lost by these yet: a receipt or a payment waits for something that does not come by itself. */
const WaitingTroubles = ({ stuck, not_asked, parcel_deleted }: ReceiptAlarms) => (
  <>
    <Worklist
      title="Чек надто довго без відповіді"
      about="Ці чеки мали б уже рушити далі самі. Касир пробує далі, але щось заважає."
      {...stuck}
      keyOf={keyOf}
    >
      {openReceipt}
    </Worklist>
    <UnseenParcels
      title="Посилки, про які нічого не відомо"
      about="Касир не бачить, що з цими посилками, тож не побачить і їхньої оплати."
      {...not_asked}
    />
    <Worklist
      title="ТТН видалено, а чек чекає"
      about="За видаленою ТТН не заплатять, тому ці чеки самі не стануть фіскальними."
      {...parcel_deleted}
      keyOf={keyOf}
    >
      {openReceipt}
    </Worklist>
  </>
)

/** Each has sums of its own, so each is accepted by itself. */
function DifferingSums(sums: ReceiptAlarms['sums_differ']) {
  const { role } = useUser()
  const [asked, setAsked] = useState<(SumTrouble & { receipt_id: string }) | null>(null)
  const deeds = useCallback(
    (trouble: SumTrouble) => {
      const { receipt_id } = trouble
      if (receipt_id === null || !may(role, 'receipt.settle')) return null
      return (
        <Button size="compact-sm" variant="default" onClick={() => setAsked({ ...trouble, receipt_id })}>
          Прийняти суми…
        </Button>
      )
    },
    [role],
  )
  return (
    <>
      <Worklist
        title="Суми розійшлися"
        about="Чек має бути на ту саму суму, яку платить покупець."
        {...sums}
        keyOf={keyOf}
      >
        {deeds}
      </Worklist>
      {asked !== null && <AcceptSumsDialog trouble={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
