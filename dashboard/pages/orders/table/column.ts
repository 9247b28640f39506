import type { ReactNode } from 'react'
import type { CashRegister } from '#/contract/cash-registers.ts'
import type { Order } from '#/contract/orders.ts'
import type { Role } from '#/contract/permissions.ts'

/** What a cell may be made of. */
export interface CellProps {
  order: Order
  /** Why the row is greyed. */
  note: string | null
  now: Date
  registers: readonly CashRegister[] | undefined
  role: Role
  onOpen: (id: string) => void
  onCreate: (order: Order) => void
  onCancel: (order: Order) => void
  /** In the list of hidden orders only. */
  onRestore: ((order: Order) => void) | null
}

/** One main line and at most one quiet line. In dense rows both share one line. */
export interface Cell {
  main: ReactNode
  under?: ReactNode
  /** All of it, where a line may be cut. */
  title?: string | null | undefined
}

/** A column of the order list: everything a screen and a sheet of paper need to know of it. */
export interface Column {
  name: string
  head: string
  /** In rem, on a usual screen and on a wide one, in usual and in dense rows. Left out: what the other columns leave. */
  widths?: { usual: number; dense: number; wide: number; wideDense: number }
  align?: 'end'
  /** Its side of the card that a row becomes on a narrow screen. */
  card: 'left' | 'right'
  cell: (props: CellProps) => Cell
  /** What the printed list has of it. */
  printed?: readonly PrintedColumn[]
}

export interface PrintedColumn {
  head: string
  align?: 'end'
  cell: (order: Order) => ReactNode
}
