import { metricWords } from '#/contract/report-words.ts'
import type { SummaryReport } from '#/contract/reports.ts'
import type { Behind } from '../../addresses/report-view.ts'
import type { AskedSummary } from '../../api/reports.ts'
import { FigureButton } from './FigureButton.tsx'
import { formatSum, metricGroups } from './report-words.ts'
import { linesOf, totalsOf, type SummaryLine } from './summary-lines.ts'
import classes from './SummaryCards.module.css'
import { useOpenRows } from './use-report.ts'

interface Props {
  report: SummaryReport
  asked: AskedSummary
}

/** The same lines on a narrow screen: the sum of all first and unfolded, the others as they are wanted. */
export function SummaryCards({ report, asked }: Props) {
  const open = useOpenRows()
  return (
    <div className={classes.cards}>
      {totalsOf(report, asked)
        .toReversed()
        .map((line) => (
          <LineCard key={line.key} line={line} isOpen={line.key === 'all'} onOpen={open} />
        ))}
      {linesOf(report).map((line) => (
        <LineCard key={line.key} line={line} isOpen={false} onOpen={open} />
      ))}
    </div>
  )
}

interface CardProps {
  line: SummaryLine
  isOpen: boolean
  onOpen: (behind: Behind) => void
}

function LineCard({ line: { name: whose, payee, figures, where }, isOpen, onOpen }: CardProps) {
  return (
    <details className={classes.card} open={isOpen}>
      <summary className={classes.head}>
        <span className={classes.name}>{whose}</span>
        {payee !== '' && <span className={classes.payee}>{payee}</span>}
        <span className={classes.glance}>
          Чеки <b>{formatSum(figures.fiscalized.amount)}</b> · гроші <b>{formatSum(figures.accepted.amount)}</b>
        </span>
      </summary>
      {metricGroups.map(({ name, metrics }) => (
        <section key={name} className={classes.group}>
          <h3 className={classes.groupName}>{name}</h3>
          <dl className={classes.list}>
            {metrics.map((metric) => (
              <div key={metric} className={classes.item}>
                <dt>{metricWords[metric]}</dt>
                <dd>
                  <FigureButton metric={metric} figure={figures[metric]} where={where} onOpen={onOpen} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </details>
  )
}
