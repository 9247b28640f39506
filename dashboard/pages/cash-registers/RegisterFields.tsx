import { useQuery } from '@tanstack/react-query'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { usualPaymentLabel } from '#/contract/usual-payment-label.ts'
import { registerEntriesQuery } from '../../api/cash-registers.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { lastGiven } from './secret-history.ts'
import type { RegisterForm, RegisterMistakes, SecretField } from './register-form.ts'
import { SecretInput } from './SecretInput.tsx'

interface Props {
  /** null: it is being added. */
  register: CashRegister | null
  form: RegisterForm
  mistakes: RegisterMistakes
  onChange: (changes: Partial<RegisterForm>) => void
}

const secrets: readonly { field: SecretField; label: string; description: string }[] = [
  { field: 'license_key', label: 'Ключ ліцензії Checkbox', description: 'З кабінету Checkbox, розділ кас.' },
  { field: 'pin', label: 'PIN-код касира Checkbox', description: 'Лише цифри; нулі на початку важливі.' },
  { field: 'carrier_key', label: 'Ключ API Нової пошти', description: 'З кабінету Нової пошти, розділ безпеки.' },
]

export function RegisterFields({ register, form, mistakes, onChange }: Props) {
  const { data: log } = useQuery({ ...registerEntriesQuery(register?.id ?? ''), enabled: register !== null })
  return (
    <>
      <TextField
        label="Назва"
        description="Так касу бачитимуть касири."
        autoComplete="off"
        data-autofocus
        value={form.name}
        error={mistakes.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {secrets.map(({ field, label, description }) => (
        <SecretInput
          key={field}
          label={label}
          description={description}
          value={form[field]}
          error={mistakes[field]}
          kept={register === null ? null : keptOf(register, field, log?.items ?? [])}
          onChange={(typed) => onChange({ [field]: typed })}
        />
      ))}
      <TextField
        label="Назва оплати в чеку"
        description={`Порожньо — «${usualPaymentLabel}».`}
        autoComplete="off"
        value={form.payment_label}
        error={mistakes.payment_label}
        onChange={(event) => onChange({ payment_label: event.currentTarget.value })}
      />
      <TextField
        label="Коди податку"
        description="Щонайбільше два, через кому. Без податку — порожньо."
        autoComplete="off"
        value={form.tax_codes}
        error={mistakes.tax_codes}
        onChange={(event) => onChange({ tax_codes: event.currentTarget.value })}
      />
      <CheckField label="Каса увімкнена" checked={form.active} onChange={(active) => onChange({ active })} />
      {/* Only another one can take the place of the default. */}
      {register?.is_default !== true && (
        <CheckField
          label="Каса за замовчуванням"
          description="Нею першою питаємо Нову пошту про нові ТТН. Така каса одна."
          checked={form.is_default}
          onChange={(is_default) => onChange({ is_default })}
        />
      )}
    </>
  )
}

function keptOf(register: CashRegister, field: SecretField, log: Parameters<typeof lastGiven>[0]) {
  if (!register[`${field}_set`]) return null
  const hint = field === 'pin' ? null : register[`${field}_hint`]
  return { hint, given: lastGiven(log, field) }
}
