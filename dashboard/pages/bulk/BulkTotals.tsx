import { countOutcomes, outcomeWords, type Outcome, type ReportRow } from './batch-report.ts'
import classes from './BulkPage.module.css'

const always: readonly Outcome[] = ['created', 'failed', 'checking', 'skipped']
const atTimes: readonly Outcome[] = ['stopped', 'left']

/** Every chosen order is counted under exactly one outcome, so the outcomes add up to the total. */
export function BulkTotals({ rows, total }: { rows: readonly ReportRow[]; total: number }) {
  const counts = countOutcomes(rows)
  const shown = [...always, ...atTimes.filter((outcome) => counts[outcome] > 0)]
  return (
    <dl className={classes.totals}>
      <div data-outcome="sent">
        <dt>Усього</dt>
        <dd className="figures">{total}</dd>
      </div>
      {shown.map((outcome, place) => (
        <div key={outcome} data-outcome={outcome} data-sign={place === 0 ? '=' : '+'}>
          <dt>{outcomeWords[outcome]}</dt>
          <dd className="figures">{counts[outcome]}</dd>
        </div>
      ))}
    </dl>
  )
}
