import { useEffect, useRef } from 'react'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import notices from './notices/Notices.module.css'
import classes from './OrderDialog.module.css'
import type { OrderEditing } from './editing/use-order-editing.ts'

/** Always in sight while the order is being edited. Ctrl+Enter saves from any field. */
export function SaveBar({ editing, onSave }: { editing: OrderEditing; onSave: () => void }) {
  const bar = useRef<HTMLDivElement>(null)
  const save = useRef(onSave)
  useEffect(() => {
    save.current = onSave
  })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSaving = event.code === 'Enter' && (event.ctrlKey || event.metaKey)
      // Another dialog that stands above has its own keys.
      const isHere = event.target instanceof Element && event.target.closest('dialog')?.contains(bar.current) === true
      if (!isSaving || !isHere) return
      event.preventDefault()
      save.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const { error } = editing
  return (
    <div ref={bar} className={classes.bar}>
      {error !== null && !isRefusal(error, 'request.invalid') && <Notice tone="danger">{sentenceFor(error)}</Notice>}
      <div className={notices.choice}>
        <Button loading={editing.saving} title="Ctrl+Enter" onClick={onSave}>
          Зберегти
        </Button>
        <Button variant="default" disabled={editing.saving} onClick={editing.end}>
          Не зберігати
        </Button>
        <span className={classes.hint}>Ctrl+Enter — зберегти</span>
      </div>
    </div>
  )
}
