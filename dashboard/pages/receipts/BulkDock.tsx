import { useQueries } from '@tanstack/react-query'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { isRefusal } from '../../api/api-error.ts'
import { batchQuery } from '../../api/receipts.ts'
import { useUser } from '../../shell/user.ts'
import { batchTally, batchTitle, doneOf } from './batch-words.ts'
import classes from './BulkDock.module.css'
import { DockBatch } from './DockBatch.tsx'
import { dismissBatch, useOwnBatches } from './own-batches.ts'
import { useClearOfFocus } from './use-clear-of-focus.ts'
import { useSlowed } from './use-slowed.ts'

/** More often a screen reader would talk of nothing else. */
const sayEveryMs = 5_000

/** Bulks of this person, on every page and after a reload, until they are finished and put away. */
export function BulkDock() {
  const { id: userId } = useUser()
  const ids = useOwnBatches(userId)
  const looks = useQueries({ queries: ids.map(batchQuery) })
  const gone = ids.filter((_, place) => isRefusal(looks[place]?.error, 'receipt.batch_not_found')).join(' ')
  useEffect(() => {
    for (const id of gone.split(' ')) if (id !== '') dismissBatch(userId, id)
  }, [gone, userId])

  const batches = looks.flatMap(({ data }) => (data === undefined ? [] : [data]))
  const said = useSlowed(batches.map((batch) => `${batchTitle(batch)}, ${batchTally(batch)}.`).join(' '), sayEveryMs)
  return (
    <>
      {/* Always there: a live region that comes together with its text is not read out everywhere. */}
      <output className="visually-hidden">{said}</output>
      {batches.length > 0 && <Dock batches={batches} onDismiss={(id) => dismissBatch(userId, id)} />}
    </>
  )
}

interface DockProps {
  batches: readonly Parameters<typeof batchTally>[0][]
  onDismiss: (id: string) => void
}

function Dock({ batches, onDismiss }: DockProps) {
  // On a telephone it would take a quarter of the screen.
  const [isFolded, setFolded] = useState(() => matchMedia('(max-width: 30em)').matches)
  const dock = useRef<HTMLElement>(null)
  const listId = useId()
  useClearOfFocus(dock)
  const [done, total] = [
    batches.reduce((sum, batch) => sum + doneOf(batch), 0),
    batches.reduce((sum, { total }) => sum + total, 0),
  ]
  const dismiss = (id: string) => {
    onDismiss(id)
    // The button that was pressed is gone.
    document.getElementById('main')?.focus()
  }
  return (
    <aside ref={dock} className={classes.dock} data-folded={isFolded} aria-label="Створення чеків">
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={!isFolded}
        aria-controls={listId}
        onClick={() => setFolded(!isFolded)}
      >
        <b>Чеки</b>{' '}
        <span className="figures">
          {done} з {total}
        </span>
        {isFolded ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
      </button>
      <ul id={listId} className={classes.batches} hidden={isFolded}>
        {batches.map((batch) => (
          <DockBatch key={batch.id} batch={batch} onDismiss={() => dismiss(batch.id)} />
        ))}
      </ul>
    </aside>
  )
}
