import { memo, type ChangeEvent, type MouseEvent } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import type { Order } from '#/contract/orders.ts'
import { GoodsCell, MoneyCell, ParcelCell, RecipientCell, TimeCell, TtnCell } from './OrderCells.tsx'
import classes from './OrderTable.module.css'
import { ReceiptCell } from './ReceiptCell.tsx'
import { leftWords } from './left-words.ts'
import { useChangeMark } from './use-change-mark.ts'
import type { ShownOrder } from './use-order-list.ts'
import { asCell, asRow } from '../../ui/table-roles.ts'

/** The same functions for as long as the page is there: a row is drawn again only when something of its own changed. */
export interface RowActions {
  open: (id: string) => void
  choose: (order: Order, extend: boolean) => void
  create: (order: Order) => void
  cancel: (order: Order) => void
  restore: ((order: Order) => void) | null
  focused: (id: string) => void
}

interface Props {
  row: ShownOrder
  place: number
  now: Date
  registers: readonly CashRegister[] | undefined
  selected: boolean
  tabbable: boolean
  actions: RowActions
  measure: (element: Element | null) => void
}

export const OrderRow = memo(function OrderRow({
  row,
  place,
  now,
  registers,
  selected,
  tabbable,
  actions,
  measure,
}: Props) {
  const { id, order, left } = row
  const marked = useChangeMark(order)
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!isPlainClick(event)) return
    actions.open(id)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) =>
    actions.choose(order, event.nativeEvent instanceof globalThis.MouseEvent && event.nativeEvent.shiftKey)

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter on the row does the same, see use-order-keys.ts
    <tr
      {...asRow}
      ref={measure}
      className={classes.row}
      data-index={place}
      data-id={id}
      data-left={left ?? undefined}
      data-selected={selected || undefined}
      data-marked={marked || undefined}
      aria-rowindex={place + 2}
      tabIndex={tabbable ? 0 : -1}
      onClick={open}
      onFocus={() => actions.focused(id)}
    >
      <td {...asCell} data-column="choice">
        <label className={classes.choice}>
          <input
            type="checkbox"
            checked={selected}
            onChange={choose}
            aria-label={`Вибрати замовлення №\u00a0${order.number}`}
          />
        </label>
      </td>
      <TtnCell order={order} note={leftWords(row)} onOpen={actions.open} />
      <RecipientCell order={order} />
      <GoodsCell goods={order.goods} />
      <MoneyCell order={order} />
      <ParcelCell parcel={order.parcel} now={now} />
      <ReceiptCell order={order} registers={registers} actions={actions} />
      <TimeCell order={order} registers={registers} now={now} />
    </tr>
  )
})

/** Neither on something of its own in the row, nor at the end of marking text to copy it. */
function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  if (event.target instanceof Element && event.target.closest('a, button, input, label') !== null) return false
  return getSelection()?.isCollapsed !== false
}
