import { memo, type ReactNode } from 'react'
import { formatMoney } from '#/contract/money.ts'
import type { Trouble } from '#/contract/receipt-alarms.ts'
import { formatDuration, formatLongDateTime, formatPhone } from '../../words/format.ts'
import { OrderLink } from '../order-parts/OrderLink.tsx'
import { Ttn } from '../order-parts/Ttn.tsx'
import classes from './Worklist.module.css'

type Known = Pick<Trouble, 'since' | 'cash_register' | 'ttn'>
type MayLack = { [Name in 'order_id' | 'number' | 'recipient' | 'amount']: Trouble[Name] | null }

/** What every row shows; a document that belongs to no order lacks some of it. */
export interface Facts extends Known, MayLack {
  /** What happened, in one sentence. */
  detail: ReactNode
}

interface Props {
  facts: Facts
  /** By which it is chosen. */
  id: string
  now: Date
  /** What its box is called; null where there is nothing to do with many. */
  choice: string | null
  isChosen: boolean
  onChoose: (id: string, isChosen: boolean, isRange: boolean) => void
  /** What can be done about it; it stands below the facts where it needs their whole width. */
  deeds: ReactNode
  isWide: boolean
}

/** Drawn again only when something of it has changed: there may be hundreds beside the one that is chosen. */
export const WorkRow = memo(function WorkRow(props: Props) {
  const { facts, id, now, choice, isChosen, onChoose, deeds, isWide } = props
  const { order_id, number, ttn, recipient, amount, since, cash_register, detail } = facts
  return (
    <li className={classes.row} data-chosen={isChosen || undefined}>
      {choice !== null && (
        <label className={classes.choice}>
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={choice}
            onChange={({ currentTarget, nativeEvent }) =>
              onChoose(id, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      )}
      <div className={classes.order}>
        {order_id !== null && (
          <OrderLink id={order_id}>{number === null ? 'Відкрити замовлення' : <>№&nbsp;{number}</>}</OrderLink>
        )}
        {ttn !== null && (
          <span className="soft">
            <span className="visually-hidden">ТТН </span>
            <Ttn ttn={ttn} />
          </span>
        )}
      </div>
      <div className={classes.recipient}>
        {recipient?.name ?? <span className="soft">Одержувач невідомий</span>}
        {recipient !== null && recipient.phone !== '' && (
          <span className="soft figures">{formatPhone(recipient.phone)}</span>
        )}
      </div>
      <div className={classes.detail}>{detail}</div>
      <div className={classes.since}>
        <time dateTime={since} title={formatLongDateTime(since)}>
          {formatDuration(since, now)}
        </time>
        {cash_register !== null && <span className="soft">{cash_register.name}</span>}
      </div>
      <b className={`${classes.amount} figures`}>{amount === null ? 'Сума невідома' : formatMoney(amount)}</b>
      <div className={classes.deeds} data-wide={isWide || undefined}>
        {deeds}
      </div>
    </li>
  )
})
