import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import classes from './SearchBox.module.css'
import { isWholeTtn, understoodWords } from '../model/understood-words.ts'

interface Props {
  box: RefObject<HTMLInputElement | null>
  value: string
  onSearch: (q: string) => void
  /** Enter: what was typed is meant as it stands. */
  onEnter: (q: string) => void
}

const debounceMs = 150

export function SearchBox({ box, value, onSearch, onEnter }: Props) {
  const { typed, setTyped, flush } = useTyping(value, onSearch)
  // Where the person was before they came here: Esc brings them back.
  const before = useRef<Element | null>(null)
  const understood = understoodWords(typed)

  /** Coming back from a dialog or another window is not coming from somewhere else. */
  const noteBefore = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && relatedTarget.closest('dialog') === null) before.current = relatedTarget
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      flush(typed.trim())
      if (typed.trim() !== '') onEnter(typed.trim())
      // The next scan or search replaces this one.
      event.currentTarget.select()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      flush('')
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
      else event.currentTarget.blur()
    }
  }

  return (
    <search className={classes.search}>
      <div className={classes.field}>
        <IconSearch className={classes.sign} size={18} aria-hidden />
        <input
          ref={box}
          className={classes.input}
          type="text"
          inputMode="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          placeholder="ТТН, телефон, ім’я, номер чи сума"
          aria-label="Пошук замовлень: ТТН, телефон, ім’я, номер чи сума"
          aria-describedby="how-understood"
          aria-keyshortcuts="/"
          onChange={(event) => setTyped(event.target.value)}
          onFocus={noteBefore}
          onKeyDown={onKeyDown}
        />
        {typed === '' ? (
          <kbd className={classes.key} aria-hidden>
            /
          </kbd>
        ) : (
          <IconButton className={classes.clear} aria-label="Очистити пошук" onClick={() => flush('')}>
            <IconX size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      <p id="how-understood" className={classes.understood}>
        {understood !== null && `Шукаємо: ${understood}`}
        {isWholeTtn(typed) && ' · Enter відкриє замовлення'}
      </p>
    </search>
  )
}

/** Typing goes into the address when it pauses; whatever else changes the address (a link, «back») is taken over. */
function useTyping(value: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => latest.current(typed.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [typed, value])

  const flush = (q: string) => {
    if (q !== typed.trim()) setTyped(q)
    if (q !== value) onSearch(q)
  }
  return { typed, setTyped, flush }
}
