import { useEffect, type ReactNode } from 'react'
import classes from './PageTitle.module.css'

/** The name of the site, as index.html has it. */
const site = document.title

interface Props {
  children: string
  /** Stands to the right of the heading, or below it on a narrow screen. */
  aside?: ReactNode
  /** Where every line counts and the navigation says already what page it is. */
  hidden?: boolean
}

/** The heading of a page. It names the browser's tab and takes the focus after navigation (see routes.tsx). */
export function PageTitle({ children, aside, hidden = false }: Props) {
  useEffect(() => {
    document.title = `${children} · ${site}`
  }, [children])

  if (hidden)
    return (
      <h1 tabIndex={-1} className="visually-hidden">
        {children}
      </h1>
    )
  return (
    <div className={classes.row}>
      <h1 tabIndex={-1}>{children}</h1>
      {aside}
    </div>
  )
}
