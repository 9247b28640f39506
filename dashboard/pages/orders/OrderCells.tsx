import type { MouseEvent } from 'react'
import { formatMoney } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import { CancelledBadge } from '../../badges/CancelledBadge.tsx'
import { ParcelBadge } from '../../badges/ParcelBadge.tsx'
import { formatAge, formatDateTime, formatPhone, splitTtn, toCopiedMoney } from '../../format.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatMoment } from './format-moment.ts'
import classes from './OrderTable.module.css'
import { asCell } from '../../ui/table-roles.ts'

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
  return (
    <td {...asCell} data-column="ttn">
      {order.ttn === null ? <span className="soft">Немає ТТН</span> : <TtnWithCopy ttn={order.ttn} />}
      <div className={classes.under}>
        <a href={`${paths.orders}?order=${order.id}`} onClick={open} className={classes.number}>
          №&nbsp;{order.number}
        </a>
        {order.edited_at !== null && ' · змінено'}
        {order.crm_changed && ' · у\u00a0CRM інакше'}
        {note !== null && <span className={classes.note}> {note}</span>}
      </div>
      {order.crm_cancelled && (
        <div className={classes.cancelled}>
          <CancelledBadge />
        </div>
      )}
    </td>
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
    <td {...asCell} data-column="recipient">
      <div className={classes.clamped}>{recipient.name || <span className="soft">Без імені</span>}</div>
      <div className={classes.under}>
        <span className={classes.phone}>{formatPhone(recipient.phone)}</span>
      </div>
    </td>
  )
}

export function GoodsCell({ goods }: { goods: Order['goods'] }) {
  const [first, ...others] = goods
  return (
    <td {...asCell} data-column="goods" title={goods.map(({ name }) => name).join('\n')}>
      <div className={classes.clamped}>{first?.name ?? <span className="soft">Немає товарів</span>}</div>
      {others.length > 0 && <div className={classes.under}>ще&nbsp;{others.length}</div>}
    </td>
  )
}

export function PaymentCell({ order: { parcel, receipt } }: { order: Order }) {
  const prepayment = receipt?.prepayment
  return (
    <td {...asCell} data-column="payment" data-label="Післяплата" className="figures">
      {parcel?.cod_amount ? (
        <span title={toCopiedMoney(parcel.cod_amount)}>{formatMoney(parcel.cod_amount)}</span>
      ) : (
        <span className="soft">немає</span>
      )}
      {parcel?.cod_kind === 'money_transfer' && <div className={classes.under}>переказом</div>}
      {prepayment && <div className={classes.under}>передоплата {formatMoney(prepayment.amount)}</div>}
    </td>
  )
}

export function ParcelCell({ parcel, now }: { parcel: Order['parcel']; now: Date }) {
  return (
    <td {...asCell} data-column="parcel">
      <ParcelBadge parcel={parcel} />
      {parcel && (
        <div className={classes.under} title={[parcel.status_text, parcel.problem?.detail].filter(Boolean).join('\n')}>
          <span className={classes.clamped}>
            {parcel.checked_at !== null && (
              <time dateTime={parcel.checked_at} title={formatDateTime(parcel.checked_at)}>
                {formatAge(parcel.checked_at, now)}
              </time>
            )}
            {parcel.status_text !== null && `: ${parcel.status_text}`}
            {parcel.problem !== null && `. ${parcel.problem.detail}`}
          </span>
        </div>
      )}
    </td>
  )
}

export function TimeCell({ at, now }: { at: string; now: Date }) {
  return (
    <td {...asCell} data-column="time">
      <time dateTime={at} title={formatDateTime(at)}>
        {formatMoment(at, now)}
      </time>
    </td>
  )
}
