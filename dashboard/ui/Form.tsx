import type { FormEventHandler, ReactNode, Ref } from 'react'
import classes from './Form.module.css'

interface Props {
  /** For a button that stands outside of it. */
  id?: string
  ref?: Ref<HTMLFormElement>
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** A column of fields. The browser's own checks are off: they would speak the browser's language, not ours. */
export function Form({ id, ref, onSubmit, children }: Props) {
  return (
    <form id={id} ref={ref} noValidate className={classes.form} onSubmit={onSubmit}>
      {children}
    </form>
  )
}
