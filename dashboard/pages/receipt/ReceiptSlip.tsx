import { formatMoney, lineSum } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import { receiptSums } from '#/contract/receipt-sums.ts'
import { formatDateTime, formatQuantity } from '../../words/format.ts'
import { isHttps } from '../../browser/is-https.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import classes from './ReceiptSlip.module.css'

interface Props {
  order: Order
  receipt: NonNullable<Order['receipt']>
}

/** For a printer of 80 mm: what was bought and where the fiscal receipt is. The receipt itself is the one at the link. */
export function ReceiptSlip({ order, receipt }: Props) {
  const { discount } = receiptSums(order)
  return (
    <article className={classes.slip}>
      <h1>{order.cash_register?.name}</h1>
      {receipt.is_test && <p className={classes.mark}>ТЕСТОВИЙ ЧЕК</p>}
      {receipt.returned_at !== null && <p className={classes.mark}>ПОВЕРНЕНО {formatDateTime(receipt.returned_at)}</p>}
      <p>
        Замовлення №&nbsp;{order.number}
        <br />
        ТТН {order.ttn}
      </p>
      <dl className={classes.lines}>
        {order.goods.map((line, place) => (
          <Sum
            // Nothing else tells two equal lines apart; a slip does not change.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            name={`${line.name}\n${formatQuantity(line.quantity)} × ${formatMoney(line.price)}`}
            value={formatMoney(lineSum(line))}
          />
        ))}
      </dl>
      <dl className={classes.lines}>
        {discount > 0 && <Sum name="Знижка" value={`−${formatMoney(discount)}`} />}
        <Sum name="Сума" value={formatMoney(order.total)} />
        {receipt.prepayment && <Sum name="Передоплата" value={`−${formatMoney(receipt.prepayment.amount)}`} />}
        <Sum name="Сплачено за чеком" value={formatMoney(receipt.amount)} />
      </dl>
      <p>
        Фіскальний номер: {receipt.fiscal_code ?? 'ще не надійшов'}
        <br />
        {receipt.fiscalized_at !== null && formatDateTime(receipt.fiscalized_at)}
      </p>
      {receipt.receipt_url !== null && (
        <>
          {isHttps(receipt.receipt_url) && <QrCode text={receipt.receipt_url} label="QR-код із посиланням на чек" />}
          <p className={classes.link}>{receipt.receipt_url}</p>
        </>
      )}
    </article>
  )
}

const Sum = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
