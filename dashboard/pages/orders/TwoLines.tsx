import type { ReactNode } from 'react'
import { asCell } from '../../ui/table-roles.ts'
import classes from './OrderTable.module.css'

interface Props {
  column: string
  main: ReactNode
  under?: ReactNode
  /** All of it, where a line may be cut. */
  title?: string | undefined
}

/** A cell of a row: one main line and at most one quiet line. In dense rows both share one line. */
export function TwoLines({ column, main, under = null, title }: Props) {
  return (
    <td {...asCell} data-column={column} title={title}>
      <div className={classes.lines}>
        <div className={classes.main}>{main}</div>
        {under !== null && <div className={classes.under}>{under}</div>}
      </div>
    </td>
  )
}
