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
  /** Stands below the message and is not read out with it: tables and buttons are for those who come to them. */
  below?: ReactNode
}

/** A message that belongs to the place where it stands. A failure is read out at once, other messages when there is a pause. */
export function Notice({ tone, children, below }: Props) {
  const Sign = icons[tone]
  return (
    <div className={classes.notice} data-tone={tone}>
      <Sign className={classes.sign} size={20} aria-hidden />
      <div className={classes.content}>
        <div role={tone === 'danger' ? 'alert' : 'status'}>
          <div>{children}</div>
        </div>
        {below}
      </div>
    </div>
  )
}
