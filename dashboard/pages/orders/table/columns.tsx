import type { MouseEvent } from 'react'
import { formatMoney } from '#/contract/money.ts'
import { isPaidFor, receiptWord } from '#/contract/receipt-words.ts'
import { paths } from '../../../addresses/paths.ts'
import { ParcelBadge } from '../../../badges/ParcelBadge.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { formatAge, formatDateTime, formatPhone, splitTtn, toCopiedMoney } from '../../../words/format.ts'
import type { CellProps, Column } from './column.ts'
import { formatMoment } from './format-moment.ts'
import classes from './OrderTable.module.css'
import { paymentWords } from './payment-words.ts'
import { receiptCell } from './receipt-cell.tsx'

const ttn: Column = {
  name: 'ttn',
  head: 'ТТН, замовлення',
  widths: { usual: 11.25, dense: 15.5, wide: 13.5, wideDense: 18 },
  card: 'left',
  cell: ({ order, note, onOpen }) => {
    // That there is no TTN yet is said once in the row, as the reason why there is no receipt.
    const marks = [
      order.crm_cancelled && 'скасовано в\u00a0CRM',
      order.edited_at !== null && 'змінено',
      order.crm_changed && 'у\u00a0CRM інакше',
    ].filter((mark) => mark !== false)
    return {
      title: marks.length > 0 ? marks.join(', ') : null,
      main:
        order.ttn === null ? (
          <span className="soft">—</span>
        ) : (
          <span className={classes.ttn}>
            <span className="figures">
              <Ttn ttn={order.ttn} />
            </span>
            <CopyButton value={order.ttn} what={`ТТН\u00a0…${splitTtn(order.ttn).end}`} />
          </span>
        ),
      under: (
        <>
          <OrderLink order={order} onOpen={onOpen} />
          {note !== null && <span className={classes.note}> {note}</span>}
          {marks.map((mark) => ` · ${mark}`)}
        </>
      ),
    }
  },
  printed: [
    { head: 'ТТН', cell: (order) => (order.ttn === null ? '—' : <Ttn ttn={order.ttn} />) },
    { head: 'Замовлення', cell: ({ number }) => number },
  ],
}

/** The digits that people read out are bold. */
function Ttn({ ttn: whole }: { ttn: string }) {
  const { start, end } = splitTtn(whole)
  return (
    <>
      {start}
      <b>{end}</b>
    </>
  )
}

/** A link of the router would follow every change of the address, in every row; this one only has to lead to the order. */
function OrderLink({ order, onOpen }: Pick<CellProps, 'order' | 'onOpen'>) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(order.id)
  }
  return (
    <a href={`${paths.orders}?order=${order.id}`} onClick={open} className={classes.number}>
      №&nbsp;{order.number}
    </a>
  )
}

const recipient: Column = {
  name: 'recipient',
  head: 'Одержувач',
  widths: { usual: 10.5, dense: 15, wide: 15, wideDense: 18 },
  card: 'left',
  cell: ({
    order: {
      recipient: { name, phone },
    },
  }) => ({
    title: name || null,
    main: name || <span className="soft">Без імені</span>,
    under: <span className="figures">{formatPhone(phone)}</span>,
  }),
  printed: [{ head: 'Одержувач', cell: ({ recipient: { name, phone } }) => `${name}, ${formatPhone(phone)}` }],
}

const goods: Column = {
  name: 'goods',
  head: 'Товари',
  card: 'left',
  cell: ({ order }) => {
    const [first, ...others] = order.goods
    return {
      title: order.goods.map(({ name }) => name).join('\n'),
      main: first?.name ?? <span className="soft">Немає товарів</span>,
      under: others.length > 0 ? <>ще&nbsp;{others.length}</> : null,
    }
  },
}

const money: Column = {
  name: 'money',
  head: 'Сума, оплата',
  widths: { usual: 9.75, dense: 10.5, wide: 9.75, wideDense: 13 },
  align: 'end',
  card: 'right',
  cell: ({ order }) => {
    const words = paymentWords(order)
    return {
      title: words,
      main: (
        <span className="figures" title={toCopiedMoney(order.total)}>
          {formatMoney(order.total)}
        </span>
      ),
      under: words === null ? null : <span className="figures">{words}</span>,
    }
  },
  printed: [{ head: 'Сума', align: 'end', cell: ({ total }) => formatMoney(total) }],
}

const parcel: Column = {
  name: 'parcel',
  head: 'Посилка',
  widths: { usual: 12.25, dense: 11, wide: 22, wideDense: 21 },
  card: 'left',
  cell: ({ order, now }) => {
    const words = order.parcel && [order.parcel.problem?.detail, order.parcel.status_text].filter(Boolean)
    return {
      title: words?.join('\n'),
      main: <ParcelBadge parcel={order.parcel} />,
      under: order.parcel && (
        <>
          {order.parcel.checked_at !== null && (
            <time dateTime={order.parcel.checked_at} title={formatDateTime(order.parcel.checked_at)}>
              {formatAge(order.parcel.checked_at, now)}
            </time>
          )}
          {words?.map((word) => ` · ${word}`)}
        </>
      ),
    }
  },
}

const receipt: Column = {
  name: 'receipt',
  head: 'Чек',
  widths: { usual: 13.75, dense: 11, wide: 26, wideDense: 21 },
  card: 'right',
  cell: receiptCell,
  printed: [
    {
      head: 'Чек',
      cell: (order) =>
        order.receipt === null ? 'немає' : receiptWord({ ...order.receipt, is_paid: isPaidFor(order.parcel) }),
    },
  ],
}

const time: Column = {
  name: 'time',
  head: 'Час, каса',
  widths: { usual: 6.75, dense: 7, wide: 9, wideDense: 12 },
  card: 'right',
  cell: ({ order, registers, now }) => {
    // A register that gets another name changes no order.
    const known = registers?.find(({ id }) => id === order.cash_register?.id)
    const register = known?.name ?? order.cash_register?.name ?? 'Невідома каса'
    return {
      title: register,
      main: (
        <time className="figures" dateTime={order.ordered_at} title={formatDateTime(order.ordered_at)}>
          {formatMoment(order.ordered_at, now)}
        </time>
      ),
      under: register,
    }
  },
}

/** The columns of the order list, on screen, on a phone and on paper. */
export const columns: readonly Column[] = [ttn, recipient, goods, money, parcel, receipt, time]
