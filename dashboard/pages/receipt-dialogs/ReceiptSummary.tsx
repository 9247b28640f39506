import { IconFlask } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { formatMoney, lineSum } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import { pluralize } from '#/contract/plurals.ts'
import { receiptSums } from '#/contract/receipt-sums.ts'
import { formatQuantity } from '../../words/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { goodsForms } from '../../words/counted-words.ts'
import classes from './ReceiptSummary.module.css'
import { Ttn } from '../order-parts/Ttn.tsx'

interface Props {
  order: Order
  /** undefined: not loaded yet. */
  registers: readonly CashRegister[] | undefined
  /** Kopiykas paid in advance. */
  prepaid: number
}

/** Exactly what will be fiscalized, by the same sums that the server will freeze. */
export function ReceiptSummary({ order, registers, prepaid }: Props) {
  const { goods, discount, control } = receiptSums(order, prepaid)
  const isTest = registers?.some(({ id, is_test }) => id === order.cash_register?.id && is_test) === true
  return (
    <div className={classes.summary}>
      <dl className={classes.facts}>
        <Row name="Каса">
          {order.cash_register?.name ?? '—'}{' '}
          {isTest && (
            <Badge icon={IconFlask} tone="warn">
              тестовий чек
            </Badge>
          )}
        </Row>
        <Row name="ТТН">{order.ttn === null ? '—' : <Ttn ttn={order.ttn} />}</Row>
        <Row name="Одержувач">{order.recipient.name}</Row>
      </dl>
      <section aria-label={`До чека: ${pluralize(order.goods.length, goodsForms)}`}>
        <h3 className={classes.heading}>{pluralize(order.goods.length, goodsForms)}</h3>
        <ul className={classes.goods}>
          {order.goods.map((line, place) => (
            // Nothing else tells two equal lines apart, and they do not move while the dialog is open.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <span>
                {line.name}{' '}
                <span className="soft figures">
                  {formatQuantity(line.quantity)} × {formatMoney(line.price)}
                  {line.discount > 0 && ` − ${formatMoney(line.discount)}`}
                </span>
              </span>
              <span className="figures">{formatMoney(lineSum(line))}</span>
            </li>
          ))}
        </ul>
      </section>
      <dl className={classes.sums}>
        {discount !== 0 && <Row name="Товари разом">{formatMoney(goods)}</Row>}
        {discount > 0 && <Row name="Знижка">−{formatMoney(discount)}</Row>}
        <Row name="Сума">{formatMoney(order.total)}</Row>
        <Row name="Передоплата">{prepaid > 0 ? `−${formatMoney(prepaid)}` : 'немає'}</Row>
        <Row name="Залишок до сплати" strong>
          {formatMoney(control)}
        </Row>
      </dl>
    </div>
  )
}

function Row({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={classes.row} data-strong={strong}>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}
