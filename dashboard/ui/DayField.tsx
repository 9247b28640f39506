import { IconCalendar } from '@tabler/icons-react'
import { useId, useRef, useState, type RefObject } from 'react'
import { Calendar } from './Calendar.tsx'
import { writeDay, type Day } from './day-text.ts'
import { dayFaultWords } from './day-words.ts'
import classes from './DayField.module.css'
import { readDay } from './read-day.ts'

interface Props {
  label: string
  value: Day | undefined
  onChange: (day: Day | undefined) => void
  /** The id of what is wrong with this day beside another one. */
  wrongBecause?: string | undefined
}

/** One day: typed, and taken when the field is left or by Enter (half a date is another date), or picked. */
export function DayField({ label, value, onChange, wrongBecause }: Props) {
  const id = useId()
  const calendar = useRef<HTMLDialogElement>(null)
  const { typed, day, wrong, change, take, put } = useTyped(value, onChange)
  const described = [`${id}-form`, wrong !== null && `${id}-wrong`, wrong === null && wrongBecause]

  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.box}>
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="дд.мм.рррр"
          className={classes.input}
          value={typed}
          aria-invalid={wrong !== null || wrongBecause !== undefined || undefined}
          aria-describedby={described.filter(Boolean).join(' ')}
          onChange={(event) => change(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take()
            if (event.key === 'ArrowDown' && event.altKey) calendar.current?.showPopover()
          }}
        />
        <CalendarButton
          panel={calendar}
          label={label}
          value={day}
          onPick={(picked) => {
            put(picked)
            calendar.current?.hidePopover()
          }}
        />
      </div>
      <span id={`${id}-form`} className="visually-hidden">
        День, місяць і рік цифрами
      </span>
      {wrong !== null && (
        <span id={`${id}-wrong`} role="alert" className={classes.wrong}>
          {wrong}
        </span>
      )}
    </div>
  )
}

/** What stands in the field. A mistyped day stays there, with what is wrong, until it is mended or another one is given. */
function useTyped(value: Day | undefined, onChange: (day: Day | undefined) => void) {
  const shown = value === undefined ? '' : writeDay(value)
  const [typed, setTyped] = useState(shown)
  const [isFaultShown, setIsFaultShown] = useState(false)
  const [known, setKnown] = useState(shown)
  const show = (text: string) => {
    setTyped(text)
    setIsFaultShown(false)
  }
  if (known !== shown) {
    setKnown(shown)
    show(shown)
  }
  const put = (day: Day | undefined) => {
    show(day === undefined ? '' : writeDay(day))
    if (day !== value) onChange(day)
  }
  const read = typed === shown ? { day: value } : typed.trim() === '' ? { day: undefined } : readDay(typed)
  return {
    typed,
    day: 'fault' in read ? value : read.day,
    wrong: isFaultShown && 'fault' in read ? dayFaultWords(read) : null,
    change: setTyped,
    /** A fault is shown only after the person has finished typing. */
    take: () => ('fault' in read ? setIsFaultShown(true) : put(read.day)),
    put,
  }
}

interface ButtonProps {
  panel: RefObject<HTMLDialogElement | null>
  label: string
  value: Day | undefined
  onPick: (day: Day) => void
}

/** The browser's own popover: Esc closes it and nothing else, and the focus goes back to where it was. */
function CalendarButton({ panel, label, value, onPick }: ButtonProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes.button}
        popoverTarget={id}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={`Календар: ${label}`}
      >
        <IconCalendar size={18} aria-hidden />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- that the focus leaves it is no interaction */}
      <dialog
        ref={panel}
        id={id}
        popover="auto"
        aria-label={`Календар: ${label}`}
        className={classes.panel}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onBlur={({ relatedTarget, currentTarget }) => {
          // Tab has led out of it. Without a target the whole window was left.
          if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover()
        }}
      >
        {open && <Calendar value={value} onPick={onPick} />}
      </dialog>
    </>
  )
}
