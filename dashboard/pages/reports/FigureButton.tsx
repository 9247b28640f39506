import { amountOnly } from '#/contract/report-words.ts'
import type { Figure, ReportMetric } from '#/contract/reports.ts'
import { formatCount } from '#/contract/plurals.ts'
import type { Behind } from '../../addresses/report-view.ts'
import { BareButton } from '../../ui/Button.tsx'
import { formatSum } from './report-words.ts'
import classes from './FigureButton.module.css'

interface Props {
  metric: ReportMetric
  figure: Figure
  where: Omit<Behind, 'metric'>
  onOpen: (behind: Behind) => void
}

/** A number that opens the rows behind it. Nothing is no number: it steps back, so that the others stand out. */
export function FigureButton({ metric, figure: { count, amount }, where, onOpen }: Props) {
  if (count === 0 && amount === 0) return <span className={classes.nothing}>–</span>
  return (
    <BareButton className={classes.figure} onClick={() => onOpen({ ...where, metric })}>
      <span className={classes.sum}>{formatSum(amount)}</span>
      {!amountOnly.includes(metric) && (
        <>
          <span className="visually-hidden">, </span>
          <span className={classes.count}>{formatCount(count)}&nbsp;шт.</span>
        </>
      )}
    </BareButton>
  )
}
