import type { ComponentProps } from 'react'
import classes from './IconButton.module.css'

interface Props extends ComponentProps<'button'> {
  /** What it does; nothing else says so. */
  'aria-label': string
}

/** A button that is only a sign. */
export function IconButton({ className, ...rest }: Props) {
  const own = className === undefined ? classes.button : `${classes.button} ${className}`
  return <button type="button" className={own} {...rest} />
}
