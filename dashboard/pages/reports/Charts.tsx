import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#/contract/money.ts'
import { formatCount } from '#/contract/plurals.ts'
import type { ReportCharts } from '#/contract/report-charts.ts'
import type { ReportPeriod } from '#/contract/reports.ts'
import { chartsQuery } from '../../api/reports.ts'
import { writeDay } from '../../ui/day-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Bars } from './Bars.tsx'
import { Columns } from './Columns.tsx'
import { Loaded } from './Loaded.tsx'
import {
  ageWords,
  delayWords,
  percentOf,
  refusalsOf,
  sumUp,
  tellAwaited,
  tellDays,
  tellDelays,
  tellRegisters,
  tellWaiting,
  tellWeeks,
  weekName,
  writePercent,
} from './chart-words.ts'
import { Chart } from './Chart.tsx'
import classes from './Chart.module.css'
import { daysIn } from './report-period.ts'

/** As many bars as a screen has room for; the server would refuse more. */
const mostDays = 400

/** The same numbers as the tables, as charts. */
export function Charts({ asked }: { asked: ReportPeriod }) {
  return daysIn(asked) > mostDays ? (
    <Notice tone="warn">Графіки показують не більше 400 днів. Виберіть коротший період.</Notice>
  ) : (
    <Drawn asked={asked} />
  )
}

function Drawn({ asked }: { asked: ReportPeriod }) {
  const query = useQuery(chartsQuery(asked))
  return (
    <Loaded query={query}>
      {(charts) => (
        <div className={classes.charts}>
          <Days days={charts.days} />
          <Ages title="Чеки, що очікують оплати" tell={tellWaiting} aged={charts.waiting} />
          <Ages title="Оплачені посилки без грошей" tell={tellAwaited} aged={charts.awaited} />
          <Weeks weeks={charts.weeks} />
          <Delays delays={charts.delays} />
          <Registers registers={charts.cash_registers} />
        </div>
      )}
    </Loaded>
  )
}

function Days({ days }: Pick<ReportCharts, 'days'>) {
  const isEmpty = days.every(({ receipts, accepted }) => receipts.count === 0 && accepted.count === 0)
  const panel = (of: 'receipts' | 'accepted') =>
    days.map((one) => ({
      day: one.day,
      value: one[of].amount,
      told: `${writeDay(one.day)}: ${formatMoney(one[of].amount)}, ${formatCount(one[of].count)}\u00a0шт.`,
    }))
  return (
    <Chart
      isWide
      title="Чеки та гроші за днями"
      sentence={tellDays(days)}
      table={{
        headings: ['День', 'Фіскальних чеків', 'На суму', 'Переказів', 'Прийнято'],
        rows: days.map(({ day, receipts, accepted }) => [
          writeDay(day),
          formatCount(receipts.count),
          formatMoney(receipts.amount),
          formatCount(accepted.count),
          formatMoney(accepted.amount),
        ]),
      }}
    >
      {isEmpty ? null : (
        <>
          <Columns title="Фіскальні чеки" columns={panel('receipts')} format={wholeHryvnias} />
          <Columns title="Прийняті гроші" columns={panel('accepted')} format={wholeHryvnias} />
        </>
      )}
    </Chart>
  )
}

const wholeHryvnias = (kopiykas: number): string => formatMoney(kopiykas).replace(/,00/, '')

interface AgesProps {
  title: string
  aged: ReportCharts['waiting']
  tell: (aged: ReportCharts['waiting']) => string
}

const Ages = ({ title, aged, tell }: AgesProps) => (
  <Chart
    title={title}
    sentence={tell(aged)}
    table={{
      headings: ['Скільки чекають', 'Кількість', 'На суму'],
      rows: aged.map(({ age, count, amount }) => [ageWords[age], formatCount(count), formatMoney(amount)]),
    }}
  >
    {sumUp(aged).count === 0 ? null : (
      <Bars
        bars={aged.map(({ age, count, amount }) => ({
          name: ageWords[age],
          value: count,
          told: count === 0 ? '0' : `${formatCount(count)} · ${formatMoney(amount)}`,
        }))}
      />
    )}
  </Chart>
)

type Week = ReportCharts['weeks'][number]

interface WeekPanel {
  /** Drawn if there was any in some week. */
  of: 'received' | 'refused' | 'returned'
  title: string
  value: (week: Week) => number
  write: (value: number) => string
  tone?: 'danger' | 'warn'
}

const weekPanels: WeekPanel[] = [
  { of: 'received', title: 'Отримано, шт.', value: ({ received }) => received, write: formatCount },
  { of: 'refused', title: 'Відмови, % посилок', value: refusalsOf, write: writePercent, tone: 'danger' },
  { of: 'returned', title: 'Повернення, шт.', value: ({ returned }) => returned, write: formatCount, tone: 'warn' },
]

function Weeks({ weeks }: Pick<ReportCharts, 'weeks'>) {
  const panels = weekPanels.filter(({ of }) => weeks.some((week) => week[of] > 0))
  return (
    <Chart
      isWide
      title="Посилки за тижнями"
      sentence={tellWeeks(weeks)}
      table={{
        headings: ['Тиждень', 'Отримано', 'Відмов', 'Відмов, %', 'Повернень'],
        rows: weeks.map((week) => [
          weekName(week),
          formatCount(week.received),
          formatCount(week.refused),
          writePercent(refusalsOf(week)),
          formatCount(week.returned),
        ]),
      }}
    >
      {panels.length === 0 ? null : (
        <div className={classes.panels}>
          {panels.map(({ title, value, write, tone }) => (
            <Columns
              key={title}
              title={title}
              span={7}
              tone={tone}
              columns={weeks.map((week) => ({
                day: week.from,
                value: value(week),
                told: `${weekName(week)}: ${write(value(week))}`,
              }))}
              format={write}
            />
          ))}
        </div>
      )}
    </Chart>
  )
}

function Delays({ delays }: Pick<ReportCharts, 'delays'>) {
  const all = delays.reduce((sum, { count }) => sum + count, 0)
  const shared = (count: number): string => writePercent(percentOf(count, all))
  return (
    <Chart
      title="Від оплати до фіскального чека"
      sentence={tellDelays(delays)}
      table={{
        headings: ['Скільки часу', 'Чеків', 'Частка'],
        rows: delays.map(({ delay, count }) => [delayWords[delay], formatCount(count), shared(count)]),
      }}
    >
      {all === 0 ? null : (
        <Bars
          bars={delays.map(({ delay, count }) => ({
            name: delayWords[delay],
            value: count,
            told: `${formatCount(count)} · ${shared(count)}`,
          }))}
        />
      )}
    </Chart>
  )
}

const Registers = ({ registers }: { registers: ReportCharts['cash_registers'] }) => (
  <Chart
    title="Чеки за касами"
    sentence={tellRegisters(registers)}
    table={{
      headings: ['Каса', 'Чеків', 'На суму'],
      rows: registers.map(({ name, count, amount }) => [name, formatCount(count), formatMoney(amount)]),
    }}
  >
    {sumUp(registers).count === 0 ? null : (
      <Bars
        bars={registers.map(({ name, count, amount }) => ({
          name,
          value: amount,
          told: `${formatCount(count)} · ${formatMoney(amount)}`,
        }))}
      />
    )}
  </Chart>
)
