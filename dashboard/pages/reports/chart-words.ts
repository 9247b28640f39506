import { formatMoney } from '#/contract/money.ts'
import { formatCount, pluralize, type Forms } from '#/contract/plurals.ts'
import type { FiscalDelay, ReportCharts } from '#/contract/report-charts.ts'
import { writeDay } from '../../ui/day-text.ts'
import { addDays } from '../../ui/days.ts'
import { transfers } from '../../words/money-words.ts'
import { periodName } from './report-period.ts'

type Aged = ReportCharts['waiting'][number]
type Week = ReportCharts['weeks'][number]
interface Counted {
  count: number
  amount: number
}

const fiscalReceipts: Forms = {
  one: 'фіскальний чек',
  few: 'фіскальні чеки',
  many: 'фіскальних чеків',
  other: 'фіскального чека',
}
const receipts: Forms = { one: 'чек', few: 'чеки', many: 'чеків', other: 'чека' }
const parcels: Forms = { one: 'посилка', few: 'посилки', many: 'посилок', other: 'посилки' }

export const sumUp = (all: readonly Counted[]): Counted => ({
  count: all.reduce((sum, { count }) => sum + count, 0),
  amount: all.reduce((sum, { amount }) => sum + amount, 0),
})

export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100))
export const writePercent = (percent: number): string => `${percent}\u00a0%`

export const ageWords: Record<Aged['age'], string> = {
  '0–2': '0–2 дні',
  '3–5': '3–5 днів',
  '6–8': '6–8 днів',
  '9+': '9 днів і довше',
}

export const delayWords: Record<FiscalDelay, string> = {
  hour: 'До години',
  day: 'До доби',
  later: 'Пізніше',
}

const withSum = ({ count, amount }: Counted, forms: Forms): string =>
  `${pluralize(count, forms)} на\u00a0${formatMoney(amount)}`

export function tellDays(days: ReportCharts['days']): string {
  const issued = sumUp(days.map((day) => day.receipts))
  const came = sumUp(days.map((day) => day.accepted))
  if (issued.count === 0 && came.count === 0) return 'За цей період немає ні фіскальних чеків, ні переказів.'
  const [best] = days.toSorted((one, other) => other.receipts.amount - one.receipts.amount)
  const most =
    best === undefined || issued.count === 0 || days.length === 1
      ? ''
      : ` Найбільше чеків — ${writeDay(best.day)}, на\u00a0${formatMoney(best.receipts.amount)}.`
  return `${withSum(issued, fiscalReceipts)}, ${withSum(came, transfers)}.${most}`
}

const oldOnes = (aged: readonly Aged[]): string => {
  const old = aged.find(({ age }) => age === '9+')
  if (old === undefined || old.count === 0) return ''
  return ` З них 9 днів і довше — ${formatCount(old.count)} на\u00a0${formatMoney(old.amount)}.`
}

export function tellWaiting(aged: readonly Aged[]): string {
  const all = sumUp(aged)
  if (all.count === 0) return 'Зараз жоден чек не очікує оплати.'
  return `Зараз очікують оплати: ${withSum(all, receipts)}.${oldOnes(aged)}`
}

export function tellAwaited(aged: readonly Aged[]): string {
  const all = sumUp(aged)
  if (all.count === 0) return 'Зараз немає оплачених посилок, за які ще чекаємо грошей.'
  return `Покупці заплатили, а грошей ще немає: ${withSum(all, parcels)}.${oldOnes(aged)}`
}

export const refusalsOf = ({ received, refused }: Week): number => percentOf(refused, received + refused)
export const weekName = ({ from }: Week): string => periodName({ from, to: addDays(from, 6) })

export function tellWeeks(weeks: readonly Week[]): string {
  const total = (of: (week: Week) => number) => weeks.reduce((sum, week) => sum + of(week), 0)
  const received = total((week) => week.received)
  const refused = total((week) => week.refused)
  const returned = total((week) => week.returned)
  if (received + refused + returned === 0) return 'За цей період посилок не отримували й від них не відмовлялися.'
  const share = writePercent(percentOf(refused, received + refused))
  const [worst] = weeks.toSorted((one, other) => refusalsOf(other) - refusalsOf(one))
  const most =
    worst === undefined || refused === 0 || weeks.length === 1
      ? ''
      : ` Найбільше відмов — ${writePercent(refusalsOf(worst))}, тиждень ${weekName(worst)}.`
  return `Отримано й оплачено: ${pluralize(received, parcels)}. Відмов ${formatCount(refused)}, це\u00a0${share} посилок. Повернень ${formatCount(returned)}.${most}`
}

export function tellDelays(delays: ReportCharts['delays']): string {
  const all = delays.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return 'За цей період немає фіскальних чеків за оплачені посилки.'
  const share = (name: FiscalDelay): string =>
    writePercent(percentOf(delays.find(({ delay }) => delay === name)?.count ?? 0, all))
  return `${share('hour')} чеків стали фіскальними за годину після оплати, ${share('day')} — за добу, ${share('later')} — пізніше.`
}

export function tellRegisters(registers: ReportCharts['cash_registers']): string {
  const all = sumUp(registers)
  const [first, ...others] = registers
  if (first === undefined || all.count === 0) return 'За цей період немає фіскальних чеків.'
  if (others.length === 0) return `Усі фіскальні чеки періоду видала каса «${first.name}».`
  const [best = first] = registers.toSorted((one, other) => other.amount - one.amount)
  return `Найбільше — каса «${best.name}»: ${writePercent(percentOf(best.amount, all.amount))} суми всіх чеків.`
}
