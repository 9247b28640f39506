import type { Icon } from '@tabler/icons-react'
import classes from './Badge.module.css'

export type Tone = 'accent' | 'good' | 'warn' | 'danger' | 'quiet'

interface Props {
  icon: Icon
  tone: Tone
  children: string
}

/** A state: sign, word and colour together, so that none of them has to be understood alone. */
export function Badge({ icon: Sign, tone, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Sign size={15} stroke={2} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
