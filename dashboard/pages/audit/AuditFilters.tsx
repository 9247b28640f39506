import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { usersQuery } from '../../api/users.ts'
import type { AuditView } from '../../addresses/audit-view.ts'
import { auditActionNames } from './audit-words.ts'
import { Button } from '../../ui/Button.tsx'
import { DayRangeField } from '../../ui/DayRangeField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import classes from './AuditPage.module.css'

const route = getRouteApi('/signed-in/audit')

const onlySet = (view: AuditView): AuditView =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== '' && value !== undefined))

const anyone = { value: '', label: 'Усі' }
const anything = { value: '', label: 'Усі дії' }

/** Everything stands in the address, so a filtered log can be sent to a colleague. */
export function AuditFilters({ view }: { view: AuditView }) {
  const navigate = route.useNavigate()
  const { data: users = [] } = useQuery(usersQuery)
  // On top of what the address says by then: a day is taken as its field is left, together with what is pressed next.
  const set = (changes: AuditView) =>
    void navigate({ search: (before) => onlySet({ ...before, ...changes }), replace: true })
  const people = users.map(({ login, name }) => ({ value: login, label: `${name} (${login})` }))
  // A person named in the address whom the list does not have.
  const other = view.actor === undefined || people.some(({ value }) => value === view.actor) ? [] : [view.actor]

  return (
    <search className={classes.filters}>
      <SelectField
        label="Хто"
        value={view.actor ?? ''}
        options={[anyone, ...people, ...other.map((value) => ({ value, label: value }))]}
        onChange={(actor) => set({ actor })}
      />
      <SelectField
        label="Дія"
        value={view.action ?? ''}
        options={[anything, ...auditActionNames]}
        onChange={(action) => set({ action })}
      />
      <div className={classes.period}>
        <DayRangeField labels={{ from: 'Від', to: 'До' }} value={{ from: view.from, to: view.to }} onChange={set} />
      </div>
      {view.subject !== undefined && (
        <Button variant="default" onClick={() => set({ subject: '' })}>
          Лише один об’єкт ✕<span className="visually-hidden">, прибрати фільтр</span>
        </Button>
      )}
      {Object.keys(view).length > 0 && (
        <Button variant="subtle" className={classes.reset} onClick={() => void navigate({ search: {}, replace: true })}>
          Скинути все
        </Button>
      )}
    </search>
  )
}
