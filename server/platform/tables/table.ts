/** A cell is text, a whole number, or money in kopiykas. */
export type TableCell = string | number | { kopiykas: number } | null

export interface TableSource {
  headings: readonly string[]
  rows: Iterable<readonly TableCell[]>
  /** Of the columns, in letters; 18 each where nothing is said. */
  widths?: readonly number[]
}

/** One whose rows are all there. */
export interface Table extends TableSource {
  rows: readonly (readonly TableCell[])[]
}

/** What the table is, then its rows, some at a time. */
export type TablePart =
  | { format: 'csv' | 'xlsx'; headings: readonly string[]; widths: readonly number[] }
  | { rows: readonly (readonly TableCell[])[] }
