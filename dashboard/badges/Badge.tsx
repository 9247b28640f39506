import type { Icon } from '@tabler/icons-react'
import classes from './Badge.module.css'

export type Tone = 'accent' | 'good' | 'warn' | 'danger' | 'quiet'

interface Props {
  icon: Icon
  tone: Tone
  children: string
  /** Without its ground, in a line of text. */
  plain?: boolean
}

/** A state: sign, word and colour together, so that none of them has to be understood alone. */
export function Badge({ icon: Sign, tone, children, plain = false }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-plain={plain || undefined}>
      <Sign size={plain ? 13 : 15} stroke={2} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
