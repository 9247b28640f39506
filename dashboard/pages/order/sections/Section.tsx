import type { ReactNode } from 'react'
import { useId } from 'react'
import classes from './Section.module.css'

interface Props {
  title: string
  /** Stands at the right end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of the order's sheet. */
export function Section({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
