import { Link } from '@tanstack/react-router'
import { may } from '#/contract/permissions.ts'
import type { Batch } from '../../api/receipts.ts'
import { paths } from '../../addresses/paths.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { batchTally, batchTitle, doneOf } from './batch-words.ts'
import classes from './BulkDock.module.css'
import { useStopBatch } from './use-stop-batch.ts'
import { usePerMinute } from './use-per-minute.ts'

interface Props {
  batch: Batch
  onDismiss: () => void
}

export function DockBatch({ batch, onDismiss }: Props) {
  const { role } = useUser()
  const done = doneOf(batch)
  const speed = usePerMinute(done)
  const stop = useStopBatch(batch.id)
  return (
    <li className={classes.batch}>
      <div className={classes.line}>
        <span>{batchTitle(batch)}</span>
        {!batch.finished && speed !== null && speed > 0 && (
          <span className="soft figures">{speed}&nbsp;за&nbsp;хвилину</span>
        )}
      </div>
      <progress className={classes.bar} max={batch.total} value={done} aria-label={batchTitle(batch)} />
      <p className="figures">{batchTally(batch)}</p>
      <div className={classes.line}>
        <Link to={paths.bulk} params={{ id: batch.id }}>
          Звіт
        </Link>
        {!batch.finished && may(role, 'receipt.cancel') && (
          <Button variant="default" size="compact-sm" loading={stop.isPending} onClick={stop.run}>
            Зупинити решту
          </Button>
        )}
        {batch.finished && (
          <Button variant="default" size="compact-sm" onClick={onDismiss}>
            Прибрати
          </Button>
        )}
      </div>
    </li>
  )
}
