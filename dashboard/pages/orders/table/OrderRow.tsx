import { memo, type ChangeEvent, type MouseEvent } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { useUser } from '../../../api/user.ts'
import { asCell, asRow } from '../../../ui/table-roles.ts'
import { useReceiptActions } from '../actions/use-receipt-actions.ts'
import type { ShownOrder } from '../model/use-order-list.ts'
import type { CellProps, Column } from './column.ts'
import { columns } from './columns.tsx'
import classes from './OrderTable.module.css'
import { outsideWords } from './outside-words.ts'
import { useChangeMark } from './use-change-mark.ts'
import type { RowActions } from './use-row-actions.ts'

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
  const { id, order, outside } = row
  const { role } = useUser()
  const receipts = useReceiptActions()
  const marked = useChangeMark(order)
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!isPlainClick(event)) return
    actions.open(id)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) =>
    actions.choose(order, event.nativeEvent instanceof globalThis.MouseEvent && event.nativeEvent.shiftKey)
  const cellProps: CellProps = {
    order,
    note: outsideWords(row),
    now,
    registers,
    role,
    onOpen: actions.open,
    onCreate: receipts.create,
    onCancel: receipts.cancel,
    onRestore: actions.restore,
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter on the row does the same, see use-order-keys.ts
    <tr
      {...asRow}
      ref={measure}
      className={classes.row}
      data-index={place}
      data-id={id}
      data-outside={outside ?? undefined}
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
      {columns.map((column) => (
        <OrderCell key={column.name} column={column} cellProps={cellProps} />
      ))}
    </tr>
  )
})

function OrderCell({ column, cellProps }: { column: Column; cellProps: CellProps }) {
  const { main, under = null, title } = column.cell(cellProps)
  return (
    <td
      {...asCell}
      data-column={column.name}
      data-align={column.align}
      data-card={column.card}
      title={title ?? undefined}
    >
      <div className={classes.lines}>
        <div className={classes.main}>{main}</div>
        {under !== null && <div className={classes.under}>{under}</div>}
      </div>
    </td>
  )
}

/** Neither on something of its own in the row, nor at the end of marking text to copy it. */
function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  if (event.target instanceof Element && event.target.closest('a, button, input, label') !== null) return false
  return getSelection()?.isCollapsed !== false
}
