import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { usersQuery } from '../../api/users.ts'
import type { AuditView } from '../../audit-view.ts'
import { auditActionNames } from '../../audit-words.ts'
import { paths } from '../../paths.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import classes from './AuditPage.module.css'

const anyone = { value: '', label: 'Усі' }
const anything = { value: '', label: 'Усі дії' }

/** Everything stands in the address, so a filtered log can be sent to a colleague. */
export function AuditFilters({ view }: { view: AuditView }) {
  const navigate = useNavigate()
  const { data: users = [] } = useQuery(usersQuery)
  const set = (changes: AuditView) => {
    const next = Object.entries({ ...view, ...changes }).filter(([, value]) => value !== '' && value !== undefined)
    void navigate({ to: paths.audit, search: Object.fromEntries(next), replace: true })
  }
  const people = users.map(({ login, name }) => ({ value: login, label: `${name} (${login})` }))
  // Somebody from the address whom the list does not have.
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
      <Day label="Від" value={view.from} onChange={(from) => set({ from })} />
      <Day label="До" value={view.to} onChange={(to) => set({ to })} />
      {view.subject !== undefined && (
        <Button variant="default" onClick={() => set({ subject: '' })}>
          Лише один об’єкт ✕<span className="visually-hidden">, прибрати фільтр</span>
        </Button>
      )}
      {Object.keys(view).length > 1 && (
        <Button variant="subtle" onClick={() => void navigate({ to: paths.audit, search: {}, replace: true })}>
          Скинути все
        </Button>
      )}
    </search>
  )
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (day: string) => void
}) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
