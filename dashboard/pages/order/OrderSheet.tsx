import { formatMoney } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import { isPaidFor, receiptWord } from '#/contract/receipt-words.ts'
import { formatDateTime, formatPhone } from '../../words/format.ts'
import { PrintSheet } from '../../ui/PrintSheet.tsx'
import { Ttn } from '../order-parts/Ttn.tsx'
import type { SumCheck } from './draft/check-sums.ts'
import { Fact } from '../order-parts/Fact.tsx'
import { GoodsTable } from './sections/GoodsTable.tsx'
import { codWords } from './sections/parcel-words.ts'
import classes from './OrderSheet.module.css'

interface Props {
  order: Order
  check: SumCheck
}

/** One order on paper. */
export function OrderSheet({ order, check }: Props) {
  const { recipient, parcel, receipt } = order
  const control = parcel?.cod_kind && parcel.cod_amount !== null ? parcel : null
  return (
    <PrintSheet>
      <h1 className={classes.title}>Замовлення № {order.number}</h1>
      <dl className={classes.facts}>
        <Fact name="Замовлено">{formatDateTime(order.ordered_at)}</Fact>
        <Fact name="Одержувач">
          {recipient.name}, {formatPhone(recipient.phone)}
        </Fact>
        <Fact name="ТТН">{order.ttn === null ? 'немає' : <Ttn ttn={order.ttn} />}</Fact>
        {parcel && parcel.status_text !== null && <Fact name="Посилка">{parcel.status_text}</Fact>}
        {order.cash_register !== null && <Fact name="Каса">{order.cash_register.name}</Fact>}
        <Fact name="Чек">
          {receipt === null ? 'немає' : receiptWord({ ...receipt, is_paid: isPaidFor(parcel) })}
          {receipt?.is_test && ', тестовий'}
          {receipt && receipt.fiscal_code !== null && `, фіскальний номер ${receipt.fiscal_code}`}
        </Fact>
        {order.notes !== '' && (
          <Fact name="Примітки">
            <span className={classes.notes}>{order.notes}</span>
          </Fact>
        )}
      </dl>
      <GoodsTable goods={order.goods} />
      <dl className={classes.sums}>
        <Fact name="Товари разом">{formatMoney(check.goods)}</Fact>
        {check.discount > 0 && <Fact name="Знижка">−{formatMoney(check.discount)}</Fact>}
        <Fact name="Сума">
          <b>{formatMoney(order.total)}</b>
        </Fact>
        {check.prepaid > 0 && <Fact name="Передоплата">−{formatMoney(check.prepaid)}</Fact>}
        {control?.cod_kind && (
          <Fact name="Післяплата">
            {codWords[control.cod_kind]}, {formatMoney(control.cod_amount ?? 0)}
          </Fact>
        )}
      </dl>
    </PrintSheet>
  )
}
