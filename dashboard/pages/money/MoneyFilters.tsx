import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MoneyView } from '../../addresses/money-view.ts'
import { payeesQuery } from '../../api/money.ts'
import { Button } from '../../ui/Button.tsx'
import { DayRangeField } from '../../ui/DayRangeField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import classes from './MoneyPage.module.css'

const route = getRouteApi('/signed-in/money')
const anybody = { value: '', label: 'Усі одержувачі' }

const onlySet = (view: MoneyView): MoneyView =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== '' && value !== undefined))

/** Everything stands in the address, so a filtered list can be sent to a colleague. */
export function MoneyFilters({ view }: { view: MoneyView }) {
  const navigate = route.useNavigate()
  const { data } = useQuery(payeesQuery)
  // On top of what the address says by then: a day is taken as its field is left, together with what is pressed next.
  const set = (changes: MoneyView) =>
    void navigate({ search: (before) => onlySet({ ...before, ...changes }), replace: true })
  const payees = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []
  // A payee named in the address whom the list does not have, or not yet.
  const isOther = view.payee_id !== undefined && !payees.some(({ value }) => value === view.payee_id)
  const other = isOther ? [{ value: view.payee_id ?? '', label: 'Одержувач із посилання' }] : []
  return (
    <search className={classes.filters}>
      <SelectField
        label="Одержувач коштів"
        value={view.payee_id ?? ''}
        options={[anybody, ...payees, ...other]}
        onChange={(payee_id) => set({ payee_id })}
      />
      <DayRangeField labels={{ from: 'Від', to: 'До' }} value={{ from: view.from, to: view.to }} onChange={set} />
      {Object.keys(view).length > 0 && (
        <Button variant="subtle" className={classes.reset} onClick={() => void navigate({ search: {}, replace: true })}>
          Скинути все
        </Button>
      )}
    </search>
  )
}
