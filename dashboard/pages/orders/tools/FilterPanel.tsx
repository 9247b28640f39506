import { useId, useState } from 'react'
import { parcelGroups } from '#/contract/carrier-statuses.ts'
import { receiptStates } from '#/contract/receipt-states.ts'
import { receiptFilterWords } from '#/contract/receipt-words.ts'
import { toCopiedMoney } from '../../../words/format.ts'
import { parcelGroupLabels } from '../../../words/labels.ts'
import { readSearch, type OrdersSearch } from '../../../addresses/order-view.ts'
import { parseMoney } from '../../../words/parse-money.ts'
import { DayRangeField } from '../../../ui/DayRangeField.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import classes from './FilterPanel.module.css'
import type { FilterName } from '../model/filter-chips.ts'

interface Props {
  search: OrdersSearch
  registers: readonly { id: string; name: string }[]
  onChange: (changes: OrdersSearch) => void
}

/** Every filter at once; each is applied as soon as it is chosen. It appears whole: a part that comes later would move the list. */
export function FilterPanel({ search, registers, onChange }: Props) {
  /** Through the same gate as an address: what is not understood is not set. */
  const set = (name: FilterName, value: unknown) => onChange({ [name]: readSearch({ [name]: value })[name] })
  return (
    <fieldset id="order-filters" aria-label="Фільтри" className={classes.panel}>
      <Choice
        label="Каса"
        value={search.cash_register_id}
        options={registers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => set('cash_register_id', value)}
      />
      <Choice
        label="Стан чека"
        value={search.receipt_state}
        options={receiptStates.map((state) => ({ value: state, label: receiptFilterWords[state] }))}
        onChange={(value) => set('receipt_state', value)}
      />
      <Choice
        label="Посилка"
        value={search.parcel_group}
        options={parcelGroups.map((group) => ({ value: group, label: parcelGroupLabels[group] }))}
        onChange={(value) => set('parcel_group', value)}
      />
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

interface ChoiceProps extends FieldProps<string> {
  options: readonly { value: string; label: string }[]
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <SelectField
    label={label}
    value={value ?? ''}
    options={[{ value: '', label: 'Усі' }, ...options]}
    onChange={(chosen) => onChange(chosen || undefined)}
  />
)

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
