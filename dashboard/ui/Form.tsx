import type { FormEventHandler, ReactNode } from 'react'
import classes from './Form.module.css'

interface Props {
  /** For a button that stands outside of it. */
  id?: string
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** A column of fields. The browser's own checks are off: they would speak the browser's language, not ours. */
export function Form({ id, onSubmit, children }: Props) {
  return (
    <form id={id} noValidate className={classes.form} onSubmit={onSubmit}>
      {children}
    </form>
  )
}
