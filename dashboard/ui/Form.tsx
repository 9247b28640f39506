import type { FormEventHandler, ReactNode } from 'react'
import classes from './Form.module.css'

interface Props {
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** A column of fields. The browser's own checks are off: they would speak the browser's language, not ours. */
export function Form({ onSubmit, children }: Props) {
  return (
    <form noValidate className={classes.form} onSubmit={onSubmit}>
      {children}
    </form>
  )
}
