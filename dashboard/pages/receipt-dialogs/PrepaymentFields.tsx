import type { FormEvent } from 'react'
import { toCash } from '#/contract/cash-rounding.ts'
import { formatMoney } from '#/contract/money.ts'
import { cashlessLabels, integratorLabel } from '#/contract/prepayment-labels.ts'
import type { PrepaymentRequest } from '#/contract/receipts.ts'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './ReceiptDialogs.module.css'

type Payment = PrepaymentRequest['payment']

export interface Typed {
  amount: string
  payment: Payment
  label: string
}

interface Props {
  form: string
  typed: Typed
  due: number
  amount: number | null
  problem: string | null
  onType: (typed: Typed) => void
  onSubmit: () => void
}

const payments: readonly { value: Payment; label: string }[] = [
  { value: 'cashless', label: 'Безготівкова' },
  { value: 'cash', label: 'Готівка' },
]

/** Those that sellers use most; a program may name any other. */
const integrators = ['NovaPay', 'LiqPay', 'WayForPay', 'Fondy', 'monopay'].map((name) => `${integratorLabel} ${name}`)
const labels = [...cashlessLabels, ...integrators].map((value) => ({ value, label: value }))

const halves = (amount: number): string =>
  `Готівку заокруглюють до 50 копійок: покупець платить ${formatMoney(toCash(amount))}, а в чеку буде заокруглення.`

export function PrepaymentFields({ form, typed, due, amount, problem, onType, onSubmit }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    focusMistake(event.currentTarget, onSubmit)
  }
  return (
    <form id={form} noValidate className={classes.fields} onSubmit={submit}>
      <TextField
        label="Сума передоплати, ₴"
        description={due > 0 ? `За накладною вже сплачено ${formatMoney(due)}.` : undefined}
        inputMode="decimal"
        autoComplete="off"
        size="md"
        data-autofocus
        value={typed.amount}
        error={problem}
        onChange={(event) => onType({ ...typed, amount: event.currentTarget.value })}
      />
      <fieldset className={classes.choice}>
        <legend>Оплата</legend>
        {payments.map(({ value, label }) => (
          <label key={value} className={classes.option}>
            <input
              type="radio"
              name={`${form}-payment`}
              checked={typed.payment === value}
              onChange={() => onType({ ...typed, payment: value, label: '' })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {typed.payment === 'cash' && amount !== null && toCash(amount) !== amount && (
        <p className="soft">{halves(amount)}</p>
      )}
      {typed.payment === 'cashless' && (
        <SelectField
          label="Назва оплати в чеку"
          description="Перелік закритий: інших назв оплати у фіскальному чеку бути не може."
          value={typed.label || cashlessLabels[0]}
          options={labels}
          onChange={(label) => onType({ ...typed, label })}
        />
      )}
    </form>
  )
}
