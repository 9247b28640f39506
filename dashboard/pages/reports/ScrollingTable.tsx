import type { ReactNode } from 'react'
import classes from './ScrollingTable.module.css'

interface Props {
  name: string
  className?: string | undefined
  children: ReactNode
}

/** A table with more columns or lines than the screen has room for. Its head stays in sight; arrow keys move it. */
export const ScrollingTable = ({ name, className = '', children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus arrow keys would not scroll it
  <section className={classes.scroll} aria-label={name} tabIndex={0}>
    <table className={`${classes.table} ${className}`} aria-label={name}>
      {children}
    </table>
  </section>
)
