import { useId, useState } from 'react'
import { quickRangeLabels } from './day-words.ts'
import { DayField } from './DayField.tsx'
import classes from './DayRangeField.module.css'
import { isTurned, quickRanges, toKyivDay, type DayRange, type QuickRange } from './days.ts'
import { useNow } from './use-now.ts'

interface Props {
  labels: { from: string; to: string }
  value: DayRange
  /** Only the ends that change; one that is undefined is open. */
  onChange: (changes: Partial<DayRange>) => void
}

const quick: readonly QuickRange[] = ['today', 'yesterday', 'this_week', 'this_month', 'last_month']

/** From one day to another, and the ranges that people ask for every day. */
export function DayRangeField({ labels, value: { from, to }, onChange }: Props) {
  const id = useId()
  // A quick range also takes the place of what was mistyped, even if the days stay the same: the fields begin anew.
  const [times, setTimes] = useState(0)
  const choose = (range: DayRange) => {
    setTimes(times + 1)
    onChange(range)
  }
  const turned = isTurned({ from, to }) ? id : undefined

  return (
    <fieldset aria-label="Період" className={classes.range}>
      <div className={classes.width}>
        <div className={classes.line}>
          <div key={times} className={classes.days}>
            <DayField
              label={labels.from}
              value={from}
              wrongBecause={turned}
              onChange={(day) => onChange({ from: day })}
            />
            <DayField label={labels.to} value={to} wrongBecause={turned} onChange={(day) => onChange({ to: day })} />
          </div>
          <QuickRanges from={from} to={to} onChoose={choose} />
        </div>
      </div>
      {turned !== undefined && (
        <span id={id} role="alert" className={classes.turned}>
          Початок пізніший за кінець: поміняйте дати місцями
        </span>
      )}
    </fieldset>
  )
}

/** The one that is chosen is pressed; pressed once more, it leaves both ends open. */
function QuickRanges({ from, to, onChoose }: DayRange & { onChoose: (range: DayRange) => void }) {
  const today = toKyivDay(useNow())
  return (
    <div className={classes.quick}>
      {quick.map((name) => {
        const range = quickRanges[name](today)
        const isChosen = range.from === from && range.to === to
        return (
          <button
            key={name}
            type="button"
            className={classes.button}
            aria-pressed={isChosen}
            // A field that is left may get a line about what is wrong, and the button would slip away under the pointer.
            onMouseDown={(event) => event.preventDefault()}
            // By the clock of the press: the page may have been drawn before midnight.
            onClick={() => onChoose(isChosen ? bothOpen : quickRanges[name](toKyivDay(new Date())))}
          >
            {quickRangeLabels[name]}
          </button>
        )
      })}
    </div>
  )
}

const bothOpen: DayRange = { from: undefined, to: undefined }
