import { z } from 'zod'
import type { RegisterInfo } from '../fiscal-client.ts'
import { flag, instant, oneLine } from './read-fields.ts'

/**
 * Their JSON in our words. The description of Checkbox does not say what may be null, and new fields come every week: each
 * field is read on its own, and what cannot be read is unknown. Only an answer about nothing at all is refused, as null.
 */
const rate = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,3}(\.\d{1,4})?$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null)

const longest = { name: 300, address: 500, number: 100, word: 100 }
const mostTaxes = 100

const Register = z.object({
  id: oneLine(longest.number),
  title: oneLine(longest.name),
  fiscal_number: oneLine(longest.number),
  address: oneLine(longest.address),
  is_test: flag,
  has_shift: flag,
  /** Most likely there exactly when a delivery service is connected in the cabinet; an assumption. */
  ettn_acquiring_id: z
    .union([z.string().transform((id) => id.trim() !== ''), z.null().transform(() => false)])
    .optional()
    .catch(undefined),
})
export type WireRegister = z.infer<typeof Register>

export function fromRegister(json: unknown): WireRegister | null {
  const register = Register.safeParse(json).data ?? null
  return register?.id === null && register.fiscal_number === null ? null : register
}

const Organization = z.object({
  subscription_exp: instant,
  title: oneLine(longest.name),
  edrpou: oneLine(longest.number),
  tax_number: oneLine(longest.number),
})
const noOrganization = { subscription_exp: null, title: null, edrpou: null, tax_number: null }

const Cashier = z.object({
  id: oneLine(longest.number),
  full_name: oneLine(longest.name),
  is_test: flag,
  signature_type: oneLine(longest.word),
  certificate_end: instant,
  /** Published as text without a word on its meaning: anything but an absence is a block. */
  blocked: z.union([z.boolean(), z.string().transform((said) => !/^(false|0)?$/i.test(said.trim()))]).catch(false),
  permissions: z.object({ ettn: z.boolean().catch(true) }).catch({ ettn: true }),
  organization: Organization.catch(noOrganization),
})
export type WireCashier = z.infer<typeof Cashier> & { full_name: string }

export function fromCashier(json: unknown): WireCashier | null {
  const cashier = Cashier.safeParse(json).data
  return cashier === undefined || cashier.full_name === null ? null : { ...cashier, full_name: cashier.full_name }
}

/** Eight digits of a company or ten of a person; anything else is no tax number. */
const taxNumber = /^\d{8}(?:\d{2})?$/

export function organizationOf({ organization }: WireCashier): RegisterInfo['organization'] {
  const { title, edrpou, tax_number } = organization
  const number = [edrpou, tax_number].find((given) => given !== null && taxNumber.test(given))
  return title === null || number === undefined || number === null ? null : { name: title, tax_number: number }
}

const Signature = z.object({ type: oneLine(longest.word), shift_open_possibility: flag })

export const fromSignature = (json: unknown): z.infer<typeof Signature> =>
  Signature.safeParse(json).data ?? { type: null, shift_open_possibility: null }

const Billing = z.object({ status: oneLine(longest.word), date_to_block: instant })

export const fromBilling = (json: unknown): z.infer<typeof Billing> =>
  Billing.safeParse(json).data ?? { status: null, date_to_block: null }

const Tax = z.object({ code: oneLine(longest.word), label: oneLine(longest.name), rate })

export function fromTaxes(json: unknown): RegisterInfo['taxes'] {
  const list: unknown[] = Array.isArray(json) ? json.slice(0, mostTaxes) : []
  return list.flatMap((given) => {
    const { code, label, rate } = Tax.safeParse(given).data ?? { code: null, label: null, rate: null }
    return code === null ? [] : [{ code, label: label ?? code, rate }]
  })
}

const Shift = z.object({
  status: oneLine(longest.word),
  opened_at: instant,
  cash_register: z.object({ id: oneLine(longest.number) }).catch({ id: null }),
})

/**
 * Whether the register has an open shift: one of this cashier at this register, or whatever the register itself says. The
 * cashier may have a shift at another register, and another cashier one at this.
 */
export function fromShift(json: unknown, register: WireRegister): Pick<RegisterInfo, 'has_shift' | 'shift_opened_at'> {
  const shift = Shift.safeParse(json).data
  const at = shift?.cash_register.id ?? register.id
  if (typeof shift?.status === 'string' && shift.status !== 'CLOSED' && at === register.id)
    return { has_shift: true, shift_opened_at: shift.opened_at }
  return { has_shift: register.has_shift ?? (json === null ? false : null), shift_opened_at: null }
}

/** The signs met on the live API; any of them will do, because `is_test` itself may be missing. */
export const isTestRegister = (licenseKey: string, register: WireRegister, cashier?: WireCashier): boolean =>
  register.is_test === true ||
  register.fiscal_number?.startsWith('TEST') === true ||
  licenseKey.startsWith('test') ||
  cashier?.is_test === true ||
  cashier?.signature_type === 'TEST'
