import { useId, type ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import classes from './Chart.module.css'

export interface ChartTable {
  headings: readonly string[]
  rows: readonly (readonly string[])[]
}

interface Props {
  title: string
  /** What the chart shows, in one or two sentences: its name for screen readers. */
  sentence: string
  table: ChartTable
  /** null: there is nothing to draw, and the sentence says so. */
  children: ReactNode
  isWide?: boolean
}

/** A chart is never alone: a sentence tells what it shows, and a table has every number of it. */
export function Chart({ title, sentence, table, children, isWide = false }: Props) {
  const id = useId()
  return (
    <div className={classes.chart} data-wide-chart={isWide || undefined}>
      <Card title={title}>
        <p id={id}>{sentence}</p>
        {children !== null && (
          <>
            {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- several drawings and their letters are one chart */}
            <div role="img" aria-labelledby={id} className={classes.drawn}>
              {children}
            </div>
            <Behind name={title} table={table} />
          </>
        )}
      </Card>
    </div>
  )
}

const columnOf = (head: string, place: number): Column<readonly string[]> => ({
  ...{ key: head, head, cell: (row) => row[place] },
  ...(place === 0 ? { card: 'lead' } : { isNumber: true }),
})

const Behind = ({ name, table: { headings, rows } }: { name: string; table: ChartTable }) => (
  <details className={classes.behind}>
    <summary>
      Показати таблицею<span className="visually-hidden">: {name}</span>
    </summary>
    <div className={classes.numbers}>
      <Table
        name={`${name}, таблиця`}
        place="box"
        columns={headings.map(columnOf)}
        rows={rows}
        keyOf={([first = '']) => first}
      />
    </div>
  </details>
)
