import type { ReactNode } from 'react'
import { may } from '#/contract/permissions.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { formatLongDateTime } from '../../words/format.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './ReceiptPanel.module.css'

interface Props {
  /** What a person has settled, in bold. */
  children: ReactNode
  mark: { reason: string; at: string; by: { login: string } | null }
  /** What takes it back. */
  action: string
  takeBack: { error: unknown; isPending: boolean; run: () => void }
}

/** What was settled, why, by whom and when; and the way back. */
export function SettledMark({ children, mark, action, takeBack }: Props) {
  const { role } = useUser()
  return (
    <div className={classes.actions}>
      <Notice tone="quiet">
        <p>
          <b>{children}</b> {mark.reason}
        </p>
        <p className="soft">
          {mark.by === null ? '' : `${mark.by.login}, `}
          <time dateTime={mark.at}>{formatLongDateTime(mark.at)}</time>
        </p>
      </Notice>
      {takeBack.error !== null && <Notice tone="danger">{sentenceFor(takeBack.error)}</Notice>}
      {may(role, 'receipt.settle') && (
        <div className={classes.buttons}>
          <Button variant="default" loading={takeBack.isPending} onClick={takeBack.run}>
            {action}
          </Button>
        </div>
      )}
    </div>
  )
}
