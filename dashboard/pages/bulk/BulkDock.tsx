import { useQueries } from '@tanstack/react-query'
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { isRefusal } from '../../api/api-error.ts'
import { batchQuery, type Batch } from '../../api/receipts.ts'
import { useUser } from '../../api/user.ts'
import { BareButton } from '../../ui/Button.tsx'
import { doneOf, hasTrouble, resultWords } from './batch-words.ts'
import classes from './BulkDock.module.css'
import { DockBatch } from './DockBatch.tsx'
import { dismissBatch, useOwnBatches } from './own-batches.ts'
import { useClearOfFocus } from './use-clear-of-focus.ts'
import { useSlowed } from './use-slowed.ts'
import { useShowResults } from './use-show-results.ts'

/** More often a screen reader would talk of nothing else. */
const sayEveryMs = 5_000

/** Bulks of this person, on every page and after a reload, until they are finished and put away. */
export function BulkDock({ onSay }: { onSay: (words: string) => void }) {
  const { id: userId } = useUser()
  const ids = useOwnBatches(userId)
  const looks = useQueries({ queries: ids.map(batchQuery) })
  const gone = ids.filter((_, place) => isRefusal(looks[place]?.error, 'receipt.batch_not_found')).join(' ')
  useEffect(() => {
    for (const id of gone.split(' ')) if (id !== '') dismissBatch(userId, id)
  }, [gone, userId])

  const batches = looks.flatMap(({ data }) => (data === undefined ? [] : [data]))
  useShowResults(userId, batches)
  // How it ended is said by a toast, which is read out as well.
  const running = batches.filter(({ finished }) => !finished)
  const said = useSlowed(running.map(resultWords).join(' '), sayEveryMs)
  useEffect(() => {
    onSay(said)
    return () => onSay('')
  }, [said, onSay])
  return batches.length > 0 && <Dock batches={batches} onDismiss={(id) => dismissBatch(userId, id)} />
}

interface DockProps {
  batches: readonly Batch[]
  onDismiss: (id: string) => void
}

function Dock({ batches, onDismiss }: DockProps) {
  const { isOpen, setOpen } = useOpen(batches)
  const dock = useRef<HTMLElement>(null)
  const { toggle, list } = useFocusKept(isOpen)
  const listId = useId()
  useClearOfFocus(dock)
  const dismiss = (id: string) => {
    onDismiss(id)
    // The button that was pressed is gone.
    document.getElementById('main')?.focus()
  }
  return (
    <aside ref={dock} className={classes.dock} data-folded={!isOpen} aria-label="Створення чеків">
      <BareButton
        ref={toggle}
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <b>Чеки</b> <Progress batches={batches} />
        {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
      </BareButton>
      <ul ref={list} id={listId} className={classes.batches} hidden={!isOpen}>
        {inOrder(batches).map((batch) => (
          <DockBatch key={batch.id} batch={batch} onDismiss={() => dismiss(batch.id)} />
        ))}
      </ul>
    </aside>
  )
}

/** What still goes on stands first: there is not always room for all. */
const inOrder = (batches: readonly Batch[]): Batch[] =>
  batches.toSorted((a, b) => Number(a.finished) - Number(b.finished))

/** So many bulks are shown one by one; on a telephone there is no room for more. */
const toldEach = 2

function Progress({ batches }: { batches: readonly Batch[] }) {
  return (
    <span className={`${classes.progress} figures`}>
      {batches.slice(-toldEach).map((batch, place) => (
        <span key={batch.id} className={classes.words}>
          {place > 0 && '· '}
          {doneOf(batch)} з {batch.total}
          {batch.finished && <Ended batch={batch} />}
        </span>
      ))}
      {batches.length > toldEach && <span>· ще {batches.length - toldEach}</span>}
    </span>
  )
}

function Ended({ batch }: { batch: Batch }) {
  const isBad = hasTrouble(batch)
  const Sign = isBad ? IconAlertTriangle : IconCircleCheck
  return (
    <>
      <Sign size={16} className={classes.sign} data-bad={isBad || undefined} aria-hidden />
      <span className="visually-hidden">{isBad ? 'не всі створено' : 'готово'}</span>
    </>
  )
}

/**
 * Open while receipts are made, and folded by itself when all are done; on a telephone, where it would take a quarter of the
 * screen, folded at all times. What the person has chosen holds until the work begins anew or ends.
 */
function useOpen(batches: readonly Batch[]) {
  const isRunning = batches.some(({ finished }) => !finished)
  const phase = `${batches.at(-1)?.id} ${isRunning}`
  const [choice, setChoice] = useState<{ phase: string; open: boolean } | null>(null)
  const [isSmall] = useState(() => matchMedia('(max-width: 30em)').matches)
  const isOpen = choice?.phase === phase ? choice.open : isRunning && !isSmall
  return { isOpen, setOpen: (open: boolean) => setChoice({ phase, open }) }
}

/** When the list folds, the keyboard focus that was in it goes to its button. */
function useFocusKept(isOpen: boolean) {
  const toggle = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const isInside = useRef(false)
  useLayoutEffect(() => {
    const active = document.activeElement
    const isLost = active === document.body || (list.current?.contains(active) ?? false)
    if (!isOpen && isInside.current && isLost) toggle.current?.focus()
    if (!isOpen) isInside.current = false
  }, [isOpen])
  useEffect(() => {
    const element = list.current
    const note = ({ type, relatedTarget }: FocusEvent) => {
      if (type === 'focusin') isInside.current = true
      // A button that vanishes under the focus names no place where it went.
      else if (relatedTarget !== null) isInside.current = false
    }
    const kinds = ['focusout', 'focusin'] as const
    for (const kind of kinds) element?.addEventListener(kind, note)
    return () => {
      for (const kind of kinds) element?.removeEventListener(kind, note)
    }
  }, [])
  return { toggle, list }
}
