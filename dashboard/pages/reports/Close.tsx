import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '#/contract/money.ts'
import { formatCount } from '#/contract/plurals.ts'
import { closeWords, metricWords } from '#/contract/report-words.ts'
import type { CloseKind, CloseReport, ReportMetric } from '#/contract/reports.ts'
import { paths } from '../../addresses/paths.ts'
import type { ReportView } from '../../addresses/report-view.ts'
import { closeQuery } from '../../api/reports.ts'
import type { Day } from '../../ui/day-text.ts'
import { DayField } from '../../ui/DayField.tsx'
import { addDays } from '../../ui/days.ts'
import { Notice } from '../../ui/Notice.tsx'
import { formatDay } from '../../words/format.ts'
import classes from './Close.module.css'
import { FigureButton } from './FigureButton.tsx'
import { Loaded } from './Loaded.tsx'
import { useOpenRows, useSetReport } from './use-report.ts'

interface Props {
  view: ReportView
  today: Day
}

/** Whether everything up to the end of a day is settled, and if not, where each thing is mended. */
export function Close({ view, today }: Props) {
  const set = useSetReport()
  const query = useQuery(closeQuery(view.day))
  return (
    <div className={classes.page}>
      <div className={classes.day}>
        <DayField label="День" value={view.day ?? addDays(today, -1)} onChange={(day) => set({ day })} />
      </div>
      <Loaded query={query}>
        {(report) => (
          <>
            {report.settled ? (
              <Notice tone="good">До кінця {formatDay(report.day)} усе залагоджено.</Notice>
            ) : (
              <Unsettled report={report} />
            )}
            <ThatDay report={report} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const Unsettled = ({ report: { day, open } }: { report: CloseReport }) => (
  <section className={classes.open} aria-labelledby="close-open">
    <h2 id="close-open">До кінця {formatDay(day)} залагоджено не&nbsp;все</h2>
    <p className="soft">Найдавніше спершу. Закрити день можна, коли цей список спорожніє.</p>
    <ol className={`sheet ${classes.list}`}>
      {open.map(({ kind, count, amount, oldest }) => (
        <li key={kind} className={classes.item}>
          <span className={classes.what}>{closeWords[kind]}</span>
          <span className={`${classes.money} figures`}>
            {formatCount(count)} на <b>{formatMoney(amount)}</b>
          </span>
          <span className="soft">
            з <time dateTime={oldest}>{formatDay(oldest)}</time>
          </span>
          <Where kind={kind} oldest={oldest} day={day} />
        </li>
      ))}
    </ol>
  </section>
)

/** Money that is late is listed under the day it was paid, some days before the one it should have come on. */
const paidBefore = 31

function Where({ kind, oldest, day }: { kind: CloseKind; oldest: Day; day: Day }) {
  if (!kind.startsWith('transfer_') && kind !== 'money_late')
    return <Link to={paths.attention}>До «Потребує уваги»</Link>
  const from = kind === 'money_late' ? addDays(oldest, -paidBefore) : oldest
  return (
    <Link to={paths.reports} search={{ report: 'differences', from, to: day }}>
      До розбіжностей
    </Link>
  )
}

const told: readonly ReportMetric[] = [
  'created',
  'fiscalized',
  'cancelled',
  'returned',
  'paid',
  'refused',
  'accepted',
  'transferred',
  'z_report',
  'z_difference',
]

const ThatDay = ({ report: { day, figures } }: { report: CloseReport }) => {
  const open = useOpenRows()
  return (
    <section aria-labelledby="close-day">
      <h2 id="close-day">Що відбулося {formatDay(day)}</h2>
      <dl className={classes.figures}>
        {told.map((metric) => (
          <div key={metric} className={classes.figure}>
            <dt>{metricWords[metric]}</dt>
            <dd>
              <FigureButton metric={metric} figure={figures[metric]} where={{ from: day, to: day }} onOpen={open} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
