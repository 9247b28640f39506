import type { Icon } from '@tabler/icons-react'
import classes from './Badge.module.css'

export type Tone = 'accent' | 'good' | 'warn' | 'danger' | 'quiet'

interface Props {
  /** Without one the word alone must do. */
  icon?: Icon
  tone?: Tone
  children: string
  /** Without its ground, in a line of text. */
  plain?: boolean
}

/** The one badge, a state: sign, word and colour together, so that none of them has to be understood alone. */
export function Badge({ icon: Sign, tone = 'accent', children, plain = false }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-plain={plain || undefined}>
      {Sign !== undefined && <Sign size={plain ? 13 : 15} stroke={2} aria-hidden />}
      <span title={children}>{children}</span>
    </span>
  )
}
