import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { formatMoney } from '#/contract/money.ts'
import type { PrepaymentRequest } from '#/contract/receipts.ts'
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
  problem: string | null
  onType: (typed: Typed) => void
  onSubmit: () => void
}

const payments: readonly { value: Payment; label: string }[] = [
  { value: 'cashless', label: 'Безготівкова' },
  { value: 'cash', label: 'Готівка' },
]

export function PrepaymentFields({ form, typed, due, problem, onType, onSubmit }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id={form} noValidate className={classes.fields} onSubmit={submit}>
      <TextInput
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
              onChange={() => onType({ ...typed, payment: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <TextInput
        label="Підпис оплати в чеку"
        description="Не обов’язково. Наприклад: «Переказ на рахунок»."
        autoComplete="off"
        maxLength={128}
        value={typed.label}
        onChange={(event) => onType({ ...typed, label: event.currentTarget.value })}
      />
    </form>
  )
}
