import { useQuery } from '@tanstack/react-query'
import type { ReportStep } from '#/contract/reports.ts'
import type { ReportName, ReportView, ShownDifferences } from '../../addresses/report-view.ts'
import { cashRegistersQuery } from '../../api/cash-registers.ts'
import { payeesQuery } from '../../api/money.ts'
import type { Day } from '../../ui/day-text.ts'
import { DayRangeField } from '../../ui/DayRangeField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { periodOf, rangeOf, stepOf } from './report-period.ts'
import { noRegister, unknownPayee, stepWords } from './report-words.ts'
import classes from './ReportsPage.module.css'
import { useSetReport } from './use-report.ts'

interface Props {
  report: ReportName
  view: ReportView
  today: Day
}

const stepOptions = (['day', 'week', 'month', 'all'] as const satisfies readonly ReportStep[]).map((value) => ({
  value,
  label: stepWords[value],
}))

const shownOptions: { value: ShownDifferences | ''; label: string }[] = [
  { value: '', label: 'Що чекає на рішення' },
  { value: 'settled', label: 'Вирішені' },
  { value: 'all', label: 'Усі' },
]

export function ReportFilters({ report, view, today }: Props) {
  const set = useSetReport()
  const range = rangeOf(view, today)
  const period = periodOf(view, today)
  return (
    <search className={classes.filters}>
      <div className={classes.period}>
        <DayRangeField
          labels={{ from: 'Від', to: 'До' }}
          value={range}
          // Both ends go to the address, also the one that was taken for granted: the link then means the same next month.
          onChange={(changes) => set({ ...range, ...changes })}
        />
      </div>
      {report === 'summary' && period !== null && (
        <SelectField
          label="Рядки"
          value={stepOf(view, period)}
          options={stepOptions}
          onChange={(step) => set({ step })}
        />
      )}
      {report === 'differences' && (
        <SelectField
          label="Показати"
          value={view.shown ?? ''}
          options={shownOptions}
          onChange={(shown) => set({ shown })}
        />
      )}
      <Whose view={view} />
    </search>
  )
}

function Whose({ view: { cash_register_id = '', payee_id = '' } }: { view: ReportView }) {
  const set = useSetReport()
  const { data: registers } = useQuery(cashRegistersQuery)
  const { data: payees } = useQuery(payeesQuery)
  return (
    <>
      <SelectField
        label="Каса"
        value={cash_register_id}
        options={choices(registers?.items, { value: cash_register_id, all: 'Усі каси', none: noRegister })}
        onChange={(chosen) => set({ cash_register_id: chosen })}
      />
      <SelectField
        label="Одержувач коштів"
        value={payee_id}
        options={choices(payees?.items, { value: payee_id, all: 'Усі одержувачі', none: unknownPayee })}
        onChange={(chosen) => set({ payee_id: chosen })}
      />
    </>
  )
}

interface Chosen {
  value: string
  all: string
  none: string
}

function choices(items: readonly { id: string; name: string }[] = [], { value, all, none }: Chosen) {
  const known = items.map(({ id, name }) => ({ value: id, label: name }))
  const options = [{ value: '', label: all }, ...known, { value: 'none', label: none }]
  // One from the address that the list does not have, or not yet.
  const isOther = !options.some((option) => option.value === value)
  return isOther ? [...options, { value, label: 'З посилання' }] : options
}
