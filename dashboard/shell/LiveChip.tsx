import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { formatClock } from '../words/format.ts'
import { useLiveState } from '../live/live-state.ts'
import classes from './LiveChip.module.css'

/** Nothing while the screen follows the server by itself; otherwise how old what it shows is. */
export function LiveChip() {
  const { phase, since } = useLiveState()
  const isOld = (phase === 'offline' || phase === 'polling') && since !== null
  return (
    <output className={classes.place}>
      {isOld && (
        <span className={classes.chip} data-phase={phase}>
          {phase === 'offline' ? <IconPlugConnectedX size={16} aria-hidden /> : <IconRefresh size={16} aria-hidden />}
          <span>
            {phase === 'offline' ? 'Немає з’єднання' : 'Оновлюємо кожні 15\u00a0с'} · дані станом на{' '}
            <time dateTime={since}>{formatClock(since)}</time>
          </span>
        </span>
      )}
    </output>
  )
}
