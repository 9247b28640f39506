import classes from './Chart.module.css'

export interface Bar {
  name: string
  value: number
  /** Beside the bar. */
  told: string
}

/** Lying bars, each with its name and number in letters: nothing has to be read off a scale. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const longest = Math.max(...bars.map(({ value }) => value), 1)
  return bars.map(({ name, value, told }) => (
    <div key={name} className={classes.lying}>
      <span>{name}</span>
      <span className={classes.told}>{told}</span>
      <svg className={classes.track} height="12" aria-hidden>
        <rect className={classes.trackGround} width="100%" height="12" />
        <rect className={classes.bar} width={`${(value / longest) * 100}%`} height="12" />
      </svg>
    </div>
  ))
}
