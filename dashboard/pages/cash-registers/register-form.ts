import type { AddCashRegisterRequest, CashRegister, EditCashRegisterRequest } from '#/contract/cash-registers.ts'
import { ApiError, isRefusal, sentenceFor } from '../../api/api-error.ts'

/** A register as it stands in the fields. A secret is empty unless it is being given: what is kept never comes back. */
export interface RegisterForm {
  name: string
  license_key: string
  pin: string
  carrier_key: string
  payment_label: string
  tax_codes: string
  is_default: boolean
  active: boolean
}

export const emptyForm: RegisterForm = {
  name: '',
  license_key: '',
  pin: '',
  carrier_key: '',
  payment_label: '',
  tax_codes: '',
  is_default: false,
  active: true,
}

export const toForm = ({ name, payment_label, tax_codes, is_default, active }: CashRegister): RegisterForm => ({
  ...emptyForm,
  name,
  payment_label,
  tax_codes: tax_codes.join(', '),
  is_default,
  active,
})

export const secretFields = ['license_key', 'pin', 'carrier_key'] as const
export type SecretField = (typeof secretFields)[number]

/** «8, 7» are numbers at the provider, «А» is a letter; both at once it does not take. */
export function parseTaxCodes(typed: string): CashRegister['tax_codes'] {
  const codes = typed.split(/[\s,;]+/).filter((code) => code !== '')
  return codes.every((code) => /^\d+$/.test(code)) ? codes.map(Number) : codes
}

export const toAddRequest = (form: RegisterForm): AddCashRegisterRequest => ({
  ...form,
  name: form.name.trim(),
  tax_codes: parseTaxCodes(form.tax_codes),
})

/** Only what differs; an empty secret stays as it is. */
export function toEditRequest(before: RegisterForm, form: RegisterForm): EditCashRegisterRequest {
  const request: EditCashRegisterRequest = {}
  if (form.name.trim() !== before.name) request.name = form.name.trim()
  for (const field of secretFields) if (form[field].trim() !== '') request[field] = form[field].trim()
  if (form.payment_label.trim() !== before.payment_label) request.payment_label = form.payment_label.trim()
  if (form.tax_codes !== before.tax_codes) request.tax_codes = parseTaxCodes(form.tax_codes)
  if (form.is_default !== before.is_default) request.is_default = form.is_default
  if (form.active !== before.active) request.active = form.active
  return request
}

/** The server asks for a confirmation of these very credentials. Others that are typed in meanwhile are judged anew. */
export const isToConfirm = (error: unknown, tried: RegisterForm | undefined, form: RegisterForm): boolean =>
  isRefusal(error, 'register.other_cashier') && tried?.license_key === form.license_key && tried.pin === form.pin

export type RegisterMistakes = Partial<Record<keyof RegisterForm, string>>

/** The limits are those of the contract. `isNew`: its secrets are all needed. */
export function findRegisterMistakes(form: RegisterForm, isNew: boolean): RegisterMistakes {
  const mistakes: RegisterMistakes = {}
  if (form.name.trim() === '') mistakes.name = 'Введіть назву каси.'
  if (form.name.trim().length > 200) mistakes.name = 'Не довше 200\u00a0символів.'
  for (const field of secretFields) {
    const typed = form[field].trim()
    if (typed === '' && isNew) mistakes[field] = absent[field]
    else if (field === 'pin' && !/^\d{0,20}$/.test(typed)) mistakes.pin = 'Лише цифри.'
    else if (!/^[!-~]*$/.test(typed)) mistakes[field] = 'Лише латинські літери, цифри та знаки, без пробілів.'
    else if (typed.length > longest[field]) mistakes[field] = 'Задовгий: схоже, скопійовано зайве.'
  }
  if (form.payment_label.trim().length > 128) mistakes.payment_label = 'Не довше 128\u00a0символів.'
  const codes = parseTaxCodes(form.tax_codes)
  if (codes.length > 2) mistakes.tax_codes = 'Щонайбільше два коди.'
  if (codes.some(isStrangeCode)) mistakes.tax_codes = 'Такого коду податку не буває.'
  return mistakes
}

const longest: Record<SecretField, number> = { license_key: 200, pin: 20, carrier_key: 100 }

const isStrangeCode = (code: number | string): boolean =>
  typeof code === 'number' ? code > 1_000_000 : code.length > 20

const absent: Record<SecretField, string> = {
  license_key: 'Введіть ключ ліцензії: він є в кабінеті Checkbox.',
  pin: 'Введіть PIN-код касира.',
  carrier_key: 'Введіть ключ API: він є в кабінеті Нової пошти.',
}

const fields: readonly string[] = Object.keys(emptyForm)
const isField = (name: string): name is keyof RegisterForm => fields.includes(name)

/** A refusal of the server, put where the person can mend it; `general` belongs to no field. */
export function placeRegisterRefusal(error: unknown): { mistakes: RegisterMistakes; general: string | null } {
  if (isRefusal(error, 'register.name_taken')) return { mistakes: { name: error.detail }, general: null }
  if (isRefusal(error, 'register.license_key_taken')) return { mistakes: { license_key: error.detail }, general: null }
  const mistakes: RegisterMistakes = {}
  for (const { pointer, detail } of error instanceof ApiError ? error.errors : []) {
    const name = pointer.split('/')[1] ?? ''
    if (isField(name)) mistakes[name] = detail
  }
  return { mistakes, general: Object.keys(mistakes).length > 0 ? null : sentenceFor(error) }
}
