import type { RawBuilder } from 'kysely'
import type { TroubleTimes } from '../rules.ts'

/** The columns that every trouble selects; its other columns are for its words. */
export interface TroubleRow {
  order_id: string
  /** The receipt it is about. */
  receipt_id: string | null
  cash_register_id: string | null
  /** Kopiykas: of the receipt, otherwise what is to be paid, otherwise the total of the order. */
  amount: number
  since: string
}

/** One kind of trouble of an order: which orders have it, and what a person reads of it. */
export interface TroubleKind<Row extends TroubleRow> {
  /** Read by an index that holds nothing else, so that it costs what the troubles cost and not what the history does. */
  select: (times: TroubleTimes) => RawBuilder<unknown>
  words: (row: Row) => string
}
