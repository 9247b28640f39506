import type { ComponentProps } from 'react'
import classes from './TableFrame.module.css'
import { asTable } from './table-roles.ts'
import { useNarrow } from './use-narrow.ts'

/**
 * Where a table stands. On a page it is a sheet of its own; so is a long one, whose head stays in sight; inside of a dialog or a
 * card it has no ground; a box scrolls both ways and never turns into cards.
 */
export type Place = 'page' | 'long' | 'inner' | 'box'

interface Props extends ComponentProps<'table'> {
  /** For screen readers. */
  name: string
  place: Place
  /** Narrow enough for any screen: it never turns into cards. */
  isSmall?: boolean
  isLink?: boolean
}

/** The one `<table>` of the dashboard, for rows that `Table` cannot say by its columns. */
export function TableFrame({ name, place, isSmall = false, isLink = false, className = '', ...rest }: Props) {
  const isNarrow = useNarrow(place === 'inner' ? 'inner' : 'page')
  const table = (
    <table
      {...asTable}
      aria-label={name}
      className={`${classes.table} ${className}`}
      data-place={place}
      data-cards={(isNarrow && place !== 'box' && !isSmall) || undefined}
      data-link={isLink || undefined}
      {...rest}
    />
  )
  if (place === 'page') return <div className={classes.scroller}>{table}</div>
  if (place !== 'box') return table
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus arrow keys would not scroll it
    <section className={classes.box} aria-label={name} tabIndex={0}>
      {table}
    </section>
  )
}
