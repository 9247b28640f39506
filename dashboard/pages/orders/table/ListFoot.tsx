import { useId } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Select } from '../../../ui/Select.tsx'
import classes from './OrderList.module.css'

interface Props {
  shown: number
  /** As it is shown; undefined: not counted. */
  total: string | undefined
  limit: 50 | 100
  hasMore: boolean
  busy: boolean
  problem: unknown
  onMore: () => void
  onLimit: (limit: 100 | undefined) => void
}

const limits = [
  { value: '50', label: '50' },
  { value: '100', label: '100' },
]

/** Scrolling loads by itself; the button is for people who do not scroll. */
export function ListFoot({ shown, total, limit, hasMore, busy, problem, onMore, onLimit }: Props) {
  const limitId = useId()
  return (
    <div className={classes.foot}>
      {problem !== null && problem !== undefined && <Notice tone="danger">{sentenceFor(problem)}</Notice>}
      <span className="soft figures">
        Показано {shown}
        {total !== undefined && ` із\u00a0${total}`}
      </span>
      {hasMore && (
        <Button variant="default" disabled={busy} onClick={onMore}>
          {busy ? 'Завантажуємо…' : 'Показати ще'}
        </Button>
      )}
      <span className={classes.limit}>
        <label htmlFor={limitId}>На сторінці</label>
        <Select
          id={limitId}
          value={String(limit)}
          options={limits}
          onChange={(chosen) => onLimit(chosen === '100' ? 100 : undefined)}
        />
      </span>
    </div>
  )
}
