import type { MouseEvent } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { formatMoney } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import { ParcelBadge } from '../../badges/ParcelBadge.tsx'
import { formatAge, formatDateTime, formatPhone, splitTtn, toCopiedMoney } from '../../words/format.ts'
import { paths } from '../../addresses/paths.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatMoment } from './format-moment.ts'
import classes from './OrderTable.module.css'
import { paymentWords } from './payment-words.ts'
import { TwoLines } from './TwoLines.tsx'

interface TtnProps {
  order: Order
  /** Why the row is greyed. */
  note: string | null
  onOpen: (id: string) => void
}

export function TtnCell({ order, note, onOpen }: TtnProps) {
  // A link of the router would follow every change of the address, in every row; this one only has to lead to the order.
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(order.id)
  }
  // That there is no TTN yet is said once in the row, as the reason why there is no receipt.
  const marks = [
    order.crm_cancelled && 'скасовано в\u00a0CRM',
    order.edited_at !== null && 'змінено',
    order.crm_changed && 'у\u00a0CRM інакше',
  ].filter((mark) => mark !== false)
  return (
    <TwoLines
      column="ttn"
      title={marks.length > 0 ? marks.join(', ') : undefined}
      main={order.ttn === null ? <span className="soft">—</span> : <TtnWithCopy ttn={order.ttn} />}
      under={
        <>
          <a href={`${paths.orders}?order=${order.id}`} onClick={open} className={classes.number}>
            №&nbsp;{order.number}
          </a>
          {note !== null && <span className={classes.note}> {note}</span>}
          {marks.map((mark) => ` · ${mark}`)}
        </>
      }
    />
  )
}

function TtnWithCopy({ ttn }: { ttn: string }) {
  const { start, end } = splitTtn(ttn)
  return (
    <span className={classes.ttn}>
      <span className="figures">
        {start}
        <b>{end}</b>
      </span>
      <CopyButton value={ttn} what={`ТТН\u00a0…${end}`} />
    </span>
  )
}

export function RecipientCell({ order: { recipient } }: { order: Order }) {
  return (
    <TwoLines
      column="recipient"
      title={recipient.name || undefined}
      main={recipient.name || <span className="soft">Без імені</span>}
      under={<span className="figures">{formatPhone(recipient.phone)}</span>}
    />
  )
}

export function GoodsCell({ goods }: { goods: Order['goods'] }) {
  const [first, ...others] = goods
  return (
    <TwoLines
      column="goods"
      title={goods.map(({ name }) => name).join('\n')}
      main={first?.name ?? <span className="soft">Немає товарів</span>}
      under={others.length > 0 ? <>ще&nbsp;{others.length}</> : null}
    />
  )
}

export function MoneyCell({ order }: { order: Order }) {
  const words = paymentWords(order)
  return (
    <TwoLines
      column="money"
      title={words ?? undefined}
      main={
        <span className="figures" title={toCopiedMoney(order.total)}>
          {formatMoney(order.total)}
        </span>
      }
      under={words === null ? null : <span className="figures">{words}</span>}
    />
  )
}

export function ParcelCell({ parcel, now }: { parcel: Order['parcel']; now: Date }) {
  const told = parcel && [parcel.problem?.detail, parcel.status_text].filter(Boolean)
  return (
    <TwoLines
      column="parcel"
      title={told?.join('\n')}
      main={<ParcelBadge parcel={parcel} />}
      under={
        parcel && (
          <>
            {parcel.checked_at !== null && (
              <time dateTime={parcel.checked_at} title={formatDateTime(parcel.checked_at)}>
                {formatAge(parcel.checked_at, now)}
              </time>
            )}
            {told?.map((words) => ` · ${words}`)}
          </>
        )
      }
    />
  )
}

interface TimeProps {
  order: Order
  registers: readonly CashRegister[] | undefined
  now: Date
}

export function TimeCell({ order, registers, now }: TimeProps) {
  // A register that gets another name changes no order.
  const known = registers?.find(({ id }) => id === order.cash_register?.id)
  const register = known?.name ?? order.cash_register?.name ?? 'Невідома каса'
  return (
    <TwoLines
      column="time"
      title={register}
      main={
        <time className="figures" dateTime={order.ordered_at} title={formatDateTime(order.ordered_at)}>
          {formatMoment(order.ordered_at, now)}
        </time>
      }
      under={register}
    />
  )
}
