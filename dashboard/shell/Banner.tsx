import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Banner.module.css'

interface Props {
  tone: 'quiet' | 'warn' | 'danger'
  children: ReactNode
}

/** A strip below the header about the whole service, not about what the person does. */
export function Banner({ tone, children }: Props) {
  const Sign = tone === 'quiet' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={classes.banner} data-tone={tone}>
      <Sign className={classes.sign} size={18} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
