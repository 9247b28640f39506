import { sentenceFor } from '../../api/api-error.ts'
import { Notice } from '../../ui/Notice.tsx'
import classes from './OrdersPage.module.css'
import buttons from './Toolbar.module.css'

interface Props {
  shown: number
  /** As it is shown; undefined: nobody counted. */
  total: string | undefined
  limit: 50 | 100
  hasMore: boolean
  busy: boolean
  problem: unknown
  onMore: () => void
  onLimit: (limit: 100 | undefined) => void
}

/** Scrolling loads by itself; whoever does not scroll has a button. */
export function ListFoot({ shown, total, limit, hasMore, busy, problem, onMore, onLimit }: Props) {
  return (
    <div className={classes.foot}>
      {problem !== null && problem !== undefined && <Notice tone="danger">{sentenceFor(problem)}</Notice>}
      <span className="soft figures">
        Показано {shown}
        {total !== undefined && ` із\u00a0${total}`}
      </span>
      {hasMore && (
        <button type="button" className={buttons.button} disabled={busy} onClick={onMore}>
          {busy ? 'Завантажуємо…' : 'Показати ще'}
        </button>
      )}
      <label className={classes.limit}>
        На сторінці
        <select value={limit} onChange={(event) => onLimit(event.target.value === '100' ? 100 : undefined)}>
          <option value={50}>50</option>
          <option value={100}>100</option>
        </select>
      </label>
    </div>
  )
}
