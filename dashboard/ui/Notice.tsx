import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

type Tone = 'danger' | 'good' | 'warn' | 'quiet'

const icons: Record<Tone, Icon> = {
  danger: IconAlertTriangle,
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  quiet: IconInfoCircle,
}

interface Props {
  tone: Tone
  children: ReactNode
}

/** A message that belongs to the place where it stands. A failure is read out at once, the rest when there is a pause. */
export function Notice({ tone, children }: Props) {
  const Sign = icons[tone]
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Sign className={classes.sign} size={20} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
