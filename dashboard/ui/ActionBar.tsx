import type { ReactNode } from 'react'
import classes from './ActionBar.module.css'

interface Props {
  /** What the bar is about, for screen readers. */
  label: string
  /** How many are chosen and what they come to; read out when it changes. */
  said: ReactNode
  /** What changes the choice. */
  choice: ReactNode
  /** What is done with all that is chosen. */
  children: ReactNode
  /** `page`: below a list that has its own scrolling; `screen`: over a page that scrolls under it. */
  edge: 'page' | 'screen'
}

/** What is chosen and what can be done with all of it, at the lower edge. The dock of bulks makes room for it. */
export const ActionBar = ({ label, said, choice, children, edge }: Props) => (
  <section className={classes.bar} data-bottom-bar data-edge={edge} aria-label={label}>
    <output className={classes.said}>{said}</output>
    {choice}
    <span className={classes.actions}>{children}</span>
  </section>
)
