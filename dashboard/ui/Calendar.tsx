import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import classes from './Calendar.module.css'
import { fullDay, monthName, shortWeekDay, weekDay } from './calendar-words.ts'
import type { Day } from './day-text.ts'
import { addDays, addMonths, startOfWeek, toKyivDay, weeksOfMonth, withinYears } from './days.ts'
import { useNow } from './use-now.ts'

/** Of any week. */
const columns = [0, 1, 2, 3, 4, 5, 6]
  .map((place) => addDays(startOfWeek('2026-03-09'), place))
  .map((day) => ({ name: weekDay(day), short: shortWeekDay(day) }))

interface Props {
  value: Day | undefined
  onPick: (day: Day) => void
}

/** A month to pick a day from, by the pattern «Date Picker Dialog» of the ARIA Authoring Practices Guide. */
export function Calendar({ value, onPick }: Props) {
  const heading = useId()
  const today = toKyivDay(useNow())
  /** The day that Tab and the arrows stand on; its month is shown. */
  const [cursor, setCursor] = useState(withinYears(value ?? today))
  const days = useRef<HTMLTableElement>(null)
  const focusCursor = () => days.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  useEffect(focusCursor, [])
  const turn = (months: number) => setCursor(withinYears(addMonths(cursor, months)))

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const next = dayByKey(cursor, event)
    if (next === null) return
    event.preventDefault()
    flushSync(() => setCursor(withinYears(next)))
    focusCursor()
  }

  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <Turn label="Попередній рік" sign={IconChevronsLeft} onTurn={() => turn(-12)} />
        <Turn label="Попередній місяць" sign={IconChevronLeft} onTurn={() => turn(-1)} />
        <div id={heading} className={classes.month} aria-live="polite">
          {monthName(cursor)} {cursor.slice(0, 4)}
        </div>
        <Turn label="Наступний місяць" sign={IconChevronRight} onTurn={() => turn(1)} />
        <Turn label="Наступний рік" sign={IconChevronsRight} onTurn={() => turn(12)} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid of that pattern */}
      <table ref={days} role="grid" aria-labelledby={heading} className={classes.days} onKeyDown={onKey}>
        <thead>
          <tr>
            {columns.map(({ name, short }) => (
              <th key={name} scope="col" abbr={name}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(cursor).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, place) =>
                day === null ? (
                  <td key={columns[place]?.name}>{'\u00a0'}</td>
                ) : (
                  <td key={columns[place]?.name} aria-selected={day === value || undefined}>
                    <button
                      type="button"
                      className={classes.day}
                      tabIndex={day === cursor ? 0 : -1}
                      aria-label={fullDay(day)}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => onPick(day)}
                    >
                      {Number(day.slice(-2))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function dayByKey(day: Day, { key, shiftKey }: KeyboardEvent): Day | null {
  if (key === 'ArrowLeft') return addDays(day, -1)
  if (key === 'ArrowRight') return addDays(day, 1)
  if (key === 'ArrowUp') return addDays(day, -7)
  if (key === 'ArrowDown') return addDays(day, 7)
  if (key === 'Home') return startOfWeek(day)
  if (key === 'End') return addDays(startOfWeek(day), 6)
  if (key === 'PageUp') return addMonths(day, shiftKey ? -12 : -1)
  if (key === 'PageDown') return addMonths(day, shiftKey ? 12 : 1)
  return null
}

function Turn({ label, sign: Sign, onTurn }: { label: string; sign: typeof IconChevronLeft; onTurn: () => void }) {
  return (
    <button type="button" className={classes.turn} aria-label={label} onClick={onTurn}>
      <Sign size={18} aria-hidden />
    </button>
  )
}
