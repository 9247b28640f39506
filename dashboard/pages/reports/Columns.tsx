import type { Day } from '../../ui/day-text.ts'
import { axisLabels, topOf } from './axis.ts'
import classes from './Chart.module.css'

export interface Column {
  /** The day, or the first one of the week. */
  day: Day
  value: number
  /** What is said of it under the pointer. */
  told: string
}

interface Props {
  title: string
  columns: readonly Column[]
  /** How many days one column is. */
  span?: number
  tone?: 'danger' | 'warn' | undefined
  format: (value: number) => string
}

const height = 148
const head = 22
const foot = 22
const plot = height - head - foot
/** In per cent. */
const farthestLabel = 90
/** A single day must not be a wall. */
const fewestSlots = 7

/**
 * Upright bars along time, in an SVG that is as wide as its place: across it is measured in per cent, so that letters keep
 * their size on every screen.
 */
export function Columns({ title, columns, span = 1, tone, format }: Props) {
  const top = topOf(Math.max(...columns.map(({ value }) => value)))
  const slot = 100 / Math.max(columns.length, fewestSlots)
  const days = columns.map(({ day }) => day)
  // One at the very end would leave the chart.
  const labels = axisLabels(days, span).filter(({ place }) => place * slot <= farthestLabel)
  return (
    <div className={classes.panel} data-tone={tone}>
      <p className={classes.panelTitle}>{title}</p>
      <svg className={classes.columns} height={height} aria-hidden>
        <line className={classes.grid} x1="0" x2="100%" y1={head} y2={head} />
        <line className={classes.grid} x1="0" x2="100%" y1={head + plot / 2} y2={head + plot / 2} />
        {columns.map((column, place) => (
          <ColumnBar key={column.day} column={column} x={place * slot} slot={slot} share={column.value / top} />
        ))}
        <line className={classes.base} x1="0" x2="100%" y1={head + plot} y2={head + plot} />
        <text className={classes.scale} x="0" y={head - 6}>
          {format(top)}
        </text>
        {labels.map(({ place, text, isMinor }) => (
          <text
            key={place}
            className={classes.axis}
            data-minor={isMinor || undefined}
            x={`${place * slot}%`}
            y={height - 6}
          >
            {text}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** The whole height can be pointed at, also where there is nothing. */
function ColumnBar({ column, x, slot, share }: { column: Column; x: number; slot: number; share: number }) {
  // What is there at all must be seen.
  const tall = share === 0 ? 0 : Math.max(share * plot, 1)
  return (
    <g className={classes.slot}>
      <title>{column.told}</title>
      <rect className={classes.hit} x={`${x}%`} width={`${slot}%`} y={head} height={plot} />
      <rect className={classes.bar} x={`${x}%`} width={`${slot * 0.78}%`} y={head + plot - tall} height={tall} />
    </g>
  )
}
