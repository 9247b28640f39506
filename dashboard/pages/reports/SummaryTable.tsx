import type { SummaryReport } from '#/contract/reports.ts'
import { metricWords } from '#/contract/report-words.ts'
import type { AskedSummary } from '../../api/reports.ts'
import type { Behind } from '../../addresses/report-view.ts'
import { TableFrame } from '../../ui/TableFrame.tsx'
import { FigureButton } from './FigureButton.tsx'
import { metricGroups, metricHints } from './report-words.ts'
import { linesOf, totalsOf, type SummaryLine } from './summary-lines.ts'
import classes from './SummaryTable.module.css'
import { useOpenRows } from './use-report.ts'

interface Props {
  report: SummaryReport
  asked: AskedSummary
}

/** When and whose stay in sight while the rest is moved sideways. */
export function SummaryTable({ report, asked }: Props) {
  const open = useOpenRows()
  const periods = Map.groupBy(linesOf(report), ({ period }) => period)
  return (
    <TableFrame place="box" name="Підсумок, суми в гривнях" className={classes.table}>
      <Head />
      {Array.from(periods, ([period, lines]) => (
        <tbody key={period}>
          {lines.map((line, place) => (
            <tr key={line.key}>
              {place === 0 && (
                <th scope="rowgroup" rowSpan={lines.length} className={classes.period}>
                  {period}
                </th>
              )}
              <th scope="row" className={classes.whose}>
                {line.register}
                <span className={classes.payee}>{line.payee}</span>
              </th>
              <Cells line={line} onOpen={open} />
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        {totalsOf(report, asked).map((line) => (
          <tr key={line.key} data-all={line.key === 'all' || undefined}>
            <th scope="row" colSpan={2} className={classes.total}>
              {line.register}
              <span className={classes.payee}>{line.payee}</span>
            </th>
            <Cells line={line} onOpen={open} />
          </tr>
        ))}
      </tfoot>
    </TableFrame>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col" rowSpan={2} className={classes.period}>
        Період
      </th>
      <th scope="col" rowSpan={2} className={classes.whose}>
        Каса, одержувач
      </th>
      {metricGroups.map(({ name, metrics }) => (
        <th key={name} scope="colgroup" colSpan={metrics.length} className={classes.group}>
          {name}
        </th>
      ))}
    </tr>
    <tr>
      {metricGroups.flatMap(({ metrics }) =>
        metrics.map((metric, place) => (
          <th key={metric} scope="col" title={metricHints[metric]} data-first={place === 0 || undefined}>
            {metricWords[metric]}
            {metric === 'waiting' && <span className={classes.hint}>на кінець</span>}
            {metric === 'sum_differs' && <span className={classes.hint}>різниця</span>}
          </th>
        )),
      )}
    </tr>
  </thead>
)

function Cells({ line: { figures, where }, onOpen }: { line: SummaryLine; onOpen: (behind: Behind) => void }) {
  return metricGroups.flatMap(({ metrics }) =>
    metrics.map((metric, place) => (
      <td key={metric} data-first={place === 0 || undefined}>
        <FigureButton metric={metric} figure={figures[metric]} where={where} onOpen={onOpen} />
      </td>
    )),
  )
}
