import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { useDensity } from '../../../browser/density.ts'
import { OrderRow } from './OrderRow.tsx'
import type { RowActions } from './use-row-actions.ts'
import { TableHead } from './TableHead.tsx'
import classes from './OrderTable.module.css'
import { useNow } from '../../../ui/use-now.ts'
import type { ShownOrder } from '../model/use-order-list.ts'
import type { RowFocus, RowReach } from '../model/use-row-focus.ts'
import type { SelectionState } from '../model/use-selection.ts'
import { asRows } from '../../../ui/table-roles.ts'
import { TableFrame } from '../../../ui/TableFrame.tsx'
import { useNarrow } from '../../../ui/use-narrow.ts'

interface Props {
  rows: readonly ShownOrder[]
  /** Of the whole tab, loaded or not. */
  total: number
  busy: boolean
  registers: readonly CashRegister[] | undefined
  selection: SelectionState
  focus: RowFocus
  reach: RefObject<RowReach | null>
  actions: RowActions
  onEnd: () => void
}

/** Before a row is measured; on a narrow screen it is a card. */
const guessedHeight = { comfortable: 46, compact: 31 }
const guessedCard = 200
/** In the document above and below what is seen. */
const rowsAround = 4

/** One real table. Rows far from the screen are not in the document: two empty bodies stand for them. */
export function OrderTable({ rows, total, busy, registers, selection, focus, reach, actions, onEnd }: Props) {
  const density = useDensity()
  const now = useNow()
  const { body, virtualizer } = useVirtualRows(rows, guessedHeight[density], onEnd)
  useImperativeHandle(reach, () => ({
    bringNear: (place) => virtualizer.scrollToIndex(place, { align: 'center' }),
  }))

  const shown = virtualizer.getVirtualItems()
  const start = (shown.at(0)?.start ?? virtualizer.options.scrollMargin) - virtualizer.options.scrollMargin
  const end = (shown.at(-1)?.end ?? virtualizer.options.scrollMargin) - virtualizer.options.scrollMargin
  const focused = focus.id ?? rows[0]?.id

  return (
    <TableFrame
      name="Замовлення"
      place="long"
      className={classes.table}
      data-density={density}
      aria-rowcount={Math.max(total, rows.length) + 1}
      aria-busy={busy}
    >
      <TableHead selection={selection} />
      <Space height={start} />
      <tbody {...asRows} ref={body}>
        {shown.map(({ index }) => {
          const row = rows[index]
          return (
            row && (
              <OrderRow
                key={row.id}
                row={row}
                place={index}
                now={now}
                registers={registers}
                selected={selection.ids.has(row.id)}
                tabbable={row.id === focused}
                actions={actions}
                measure={virtualizer.measureElement}
              />
            )
          )
        })}
      </tbody>
      <Space height={virtualizer.getTotalSize() - end} />
    </TableFrame>
  )
}

function useVirtualRows(rows: readonly ShownOrder[], height: number, onEnd: () => void) {
  const body = useRef<HTMLTableSectionElement>(null)
  const top = useTop(body)
  // A list appears with the rows that are seen; those around them follow when the person sees something.
  const [overscan, setOverscan] = useState(0)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOverscan(rowsAround))
    return () => cancelAnimationFrame(frame)
  }, [])
  const isNarrow = useNarrow('page')
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isNarrow ? guessedCard : height),
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: top,
    overscan,
    useFlushSync: false,
  })
  const last = virtualizer.getVirtualItems().at(-1)?.index ?? 0
  const isAtEnd = rows.length > 0 && last >= rows.length - 10
  useEffect(() => {
    if (isAtEnd) onEnd()
  }, [isAtEnd, rows.length, onEnd])
  return { body, virtualizer }
}

/** Where the first row begins on the page. What stands above may grow and shrink: chips, notices, a wrapped header. */
function useTop(body: RefObject<HTMLTableSectionElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const table = body.current?.closest('table')
    if (!table) return
    const measure = () =>
      setTop(Math.round(table.getBoundingClientRect().top + scrollY + (table.tHead?.offsetHeight ?? 0)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  return top
}

/** Stands for the rows that are not in the document. */
function Space({ height }: { height: number }) {
  return (
    <tbody aria-hidden className={classes.space}>
      <tr style={{ blockSize: Math.max(0, height) }} />
    </tbody>
  )
}
