import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { parcelGroups } from '#/contract/carrier-statuses.ts'
import { receiptStates } from '#/contract/receipt-states.ts'
import { receiptFilterWords } from '#/contract/receipt-words.ts'
import { toCopiedMoney } from '../../format.ts'
import { parcelGroupLabels } from '../../labels.ts'
import { readSearch, type OrdersSearch } from '../../order-view.ts'
import { parseMoney } from '../../parse-money.ts'
import classes from './FilterPanel.module.css'
import type { FilterName } from './filter-chips.ts'

/** Loaded when the filters are opened for the first time, with its calendar: the list does not wait for it. */
const DayRangeField = lazy(() =>
  import('../../ui/DayRangeField.tsx').then((module) => ({ default: module.DayRangeField })),
)

interface Props {
  search: OrdersSearch
  registers: readonly { id: string; name: string }[]
  onChange: (changes: OrdersSearch) => void
}

/** Every filter at once; each is applied as soon as it is chosen. It appears whole: a part that comes later would move the list. */
export function FilterPanel(props: Props) {
  return (
    <Suspense>
      <Filters {...props} />
    </Suspense>
  )
}

function Filters({ search, registers, onChange }: Props) {
  /** Through the same gate as an address: what is not understood is not set. */
  const set = (name: FilterName, value: unknown) => onChange({ [name]: readSearch({ [name]: value })[name] })
  return (
    <fieldset id="order-filters" aria-label="Фільтри" className={classes.panel}>
      <Choice label="Каса" value={search.cash_register_id} onChange={(value) => set('cash_register_id', value)}>
        {registers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice label="Стан чека" value={search.receipt_state} onChange={(value) => set('receipt_state', value)}>
        {receiptStates.map((state) => (
          <option key={state} value={state}>
            {receiptFilterWords[state]}
          </option>
        ))}
      </Choice>
      <Choice label="Посилка" value={search.parcel_group} onChange={(value) => set('parcel_group', value)}>
        {parcelGroups.map((group) => (
          <option key={group} value={group}>
            {parcelGroupLabels[group]}
          </option>
        ))}
      </Choice>
      <Money label="Сума від, ₴" value={search.sum_from} onChange={(value) => set('sum_from', value)} />
      <Money label="Сума до, ₴" value={search.sum_to} onChange={(value) => set('sum_to', value)} />
      <div className={classes.period}>
        <DayRangeField
          labels={{ from: 'Дата від', to: 'Дата до' }}
          value={{ from: search.from, to: search.to }}
          onChange={onChange}
        />
      </div>
      <div className={classes.flags}>
        <Flag label="Є передоплата" value={search.prepaid} onChange={(value) => set('prepaid', value)} />
        <Flag label="Редаговано" value={search.edited} onChange={(value) => set('edited', value)} />
        <Flag label="Потребує уваги" value={search.attention} onChange={(value) => set('attention', value)} />
        <Flag label="Не забрано" value={search.not_picked_up} onChange={(value) => set('not_picked_up', value)} />
      </div>
    </fieldset>
  )
}

interface FieldProps<Value> {
  label: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

function Choice({ label, value, onChange, children }: FieldProps<string> & { children: ReactNode }) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">Усі</option>
        {children}
      </select>
    </div>
  )
}

/** Taken when the field is left: half a sum is another sum. */
function Money({ label, value, onChange }: FieldProps<number>) {
  const id = useId()
  const shown = value === undefined ? '' : toCopiedMoney(value)
  const [typed, setTyped] = useState(shown)
  const [known, setKnown] = useState(shown)
  if (known !== shown) {
    setKnown(shown)
    setTyped(shown)
  }
  const isWrong = typed.trim() !== '' && parseMoney(typed) === null
  const take = () => {
    if (!isWrong) onChange(parseMoney(typed) ?? undefined)
  }
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
      {isWrong && (
        <span id={`${id}-wrong`} className={classes.wrong}>
          Сума — це число, наприклад 150,50
        </span>
      )}
    </div>
  )
}

function Flag({ label, value, onChange }: FieldProps<true>) {
  return (
    <label className={classes.flag}>
      <input
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked ? true : undefined)}
      />
      {label}
    </label>
  )
}
