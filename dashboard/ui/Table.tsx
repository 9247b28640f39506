import type { Key, ReactNode } from 'react'
import { TableFrame, type Place } from './TableFrame.tsx'
import classes from './Table.module.css'
import { asCell, asColumnHead, asRow, asRowHead, asRows } from './table-roles.ts'

export interface Column<Row> {
  key: string
  /** Also the name of its cells in a card. */
  head: string
  /** Nothing: an empty cell, which a card leaves out. */
  cell: (row: Row) => ReactNode
  /** Stands at the end of its column, in one line. */
  isNumber?: boolean
  /** Never broken where there are columns. */
  isWhole?: boolean
  isStrong?: boolean
  /** The buttons of a row: their head is only read out. */
  isDeed?: boolean
  /**
   * In a card a cell stands below its name, beside others. The lead names the row and opens the card, at its side another may
   * stand; a line has the whole width, with its name before it or without.
   */
  card?: 'lead' | 'aside' | 'line' | 'named'
  /** A part of the whole width. */
  width?: string
}

interface Props<Row> {
  /** For screen readers. */
  name: string
  place?: Place
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** The sums of all rows, under the name in place of the first columns. */
  total?: { name: string; span: number; row: Row }
  isSmall?: boolean
  /** In a card a finger hits the link of the lead anywhere. */
  isLink?: boolean
}

/** Columns that are said once. On a narrow screen every row becomes a card, and each cell gets the name of its column. */
export function Table<Row>({ name, place = 'page', columns, rows, keyOf, total, isSmall, isLink }: Props<Row>) {
  return (
    <TableFrame className={classes.columns} name={name} place={place} isSmall={isSmall} isLink={isLink}>
      <thead {...asRows}>
        <tr {...asRow}>
          {columns.map((column) => (
            <th
              key={column.key}
              {...asColumnHead}
              scope="col"
              {...marksOf(column)}
              style={{ inlineSize: column.width }}
            >
              {column.isDeed ? <span className="visually-hidden">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...asRows}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...asRow}>
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot {...asRows}>
          <tr {...asRow}>
            <th {...asRowHead} scope="row" colSpan={total.span} data-card="lead">
              {total.name}
            </th>
            {columns.slice(total.span).map((column) => (
              <Cell key={column.key} column={column} row={total.row} />
            ))}
          </tr>
        </tfoot>
      )}
    </TableFrame>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  return column.card === 'lead' ? (
    <th {...asRowHead} scope="row" {...marksOf(column)}>
      {content}
    </th>
  ) : (
    <td {...asCell} {...marksOf(column)} data-label={column.isDeed ? undefined : column.head}>
      {content}
    </td>
  )
}

const marksOf = <Row,>({ key, card, isNumber, isWhole, isStrong }: Column<Row>) => ({
  'data-column': key,
  'data-card': card,
  'data-number': isNumber || undefined,
  'data-whole': isWhole || undefined,
  'data-strong': isStrong || undefined,
})

/** What stands small below the main word of a cell. */
export const Under = ({ children }: { children: ReactNode }) => <span className={classes.under}>{children}</span>
