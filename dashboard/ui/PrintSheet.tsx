import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './PrintSheet.module.css'

/** What goes to paper instead of everything on the screen, for as long as it is rendered; of several, the last one. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(<div className={classes.sheet}>{children}</div>, document.body)
}
