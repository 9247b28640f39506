import { z } from 'zod'
import { Id, pageOf, pageQuery } from './common.ts'
import { RegisterHealth } from './register-health.ts'
import { usualPaymentLabel } from './usual-payment-label.ts'

/** Checkbox takes at most two codes for one good, all numbers or all texts. */
const TaxCodes = z.union([
  z.array(z.int().min(0).max(1_000_000)).max(2),
  z.array(z.string().trim().min(1).max(20)).max(2),
])
const PaymentLabel = z.string().trim().max(128)

export const CashRegister = z
  .strictObject({
    id: Id,
    name: z.string(),
    is_default: z.boolean(),
    is_test: z.boolean().nullable().describe('null: Checkbox ще не сказав'),
    active: z.boolean(),
    license_key_set: z.boolean(),
    pin_set: z.boolean(),
    carrier_key_set: z.boolean(),
    license_key_hint: z.string().nullable().describe('Кінець ключа; касирові не показується'),
    carrier_key_hint: z.string().nullable().describe('Кінець ключа; касирові не показується'),
    health: RegisterHealth,
    payment_label: z.string().describe(`Порожньо: «${usualPaymentLabel}»`),
    tax_codes: TaxCodes,
  })
  .meta({ id: 'CashRegister' })
export type CashRegister = z.infer<typeof CashRegister>

export const CashRegisterListQuery = z.strictObject(pageQuery)
export const CashRegisterList = pageOf(CashRegister)
export type CashRegisterList = z.infer<typeof CashRegisterList>

/** Secrets travel in a header or in JSON as they are, so anything but printable ASCII is a mistake of the clipboard. */
const noBlanks = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[!-~]+$/, { error: 'Лише латинські літери, цифри та знаки, без пробілів.' })

const Fields = z.strictObject({
  name: z.string().trim().min(1).max(200),
  license_key: noBlanks(200).describe('Ключ ліцензії каси в Checkbox; лише записується'),
  pin: z
    .string()
    .trim()
    .min(1)
    .max(20)
    .regex(/^[0-9]+$/, { error: 'Лише цифри.' })
    .describe('PIN-код касира в Checkbox; нулі на початку важливі; лише записується'),
  carrier_key: noBlanks(100).describe('Ключ API Нової пошти; лише записується'),
  is_default: z.boolean(),
  active: z.boolean(),
  payment_label: PaymentLabel,
  tax_codes: TaxCodes,
})

export const AddCashRegisterRequest = Fields.partial({
  is_default: true,
  active: true,
  payment_label: true,
  tax_codes: true,
})
export type AddCashRegisterRequest = z.infer<typeof AddCashRegisterRequest>

export const EditCashRegisterRequest = Fields.partial()
  .extend({
    confirm: z
      .boolean()
      .optional()
      .describe('Прийняти дані іншого касира тієї самої каси, коли теперішніх Checkbox більше не приймає'),
  })
  .refine((changes) => Object.keys(changes).some((field) => field !== 'confirm'), {
    error: 'Вкажіть хоча б одне поле, яке треба змінити.',
  })
export type EditCashRegisterRequest = z.infer<typeof EditCashRegisterRequest>
