import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseInput } from '../frame/bad-input.ts'

/** As Checkbox publishes them. */
const signatureTypes = [
  'AGENT',
  'UKEY',
  'DEPOSITSIGN',
  'SMARTSIGN',
  'CLOUD_SIGNATURE',
  'CLOUD_SIGNATURE_2',
  'TEST',
  'CLOUD_SIGNATURE_3',
  'EXTERNAL_HSM_SIGNATURE',
] as const

const Instant = z.iso.datetime({ offset: true })

const Signature = z.strictObject({
  type: z.enum(signatureTypes).default('CLOUD_SIGNATURE_3'),
  online: z.boolean().default(true),
  shift_open_possibility: z.boolean().default(true),
})

const Organization = z.strictObject({
  title: z.string().default('ФОП Лук’яненко Соломія Ігорівна'),
  edrpou: z.string().default('3012345678'),
  tax_number: z.string().default('3012345678'),
  is_vat: z.boolean().default(false),
  subscription_exp: z.iso.date().nullable().default(null),
  receipts_ratelimit_count: z.int().default(2),
  receipts_ratelimit_interval: z.int().default(1),
})

/** Which words `status` may be is not published. */
const Billing = z.strictObject({
  status: z.string().nullable().default('ACTIVE'),
  date_to_block: Instant.nullable().default(null),
})

const Shift = z.strictObject({
  /** null: made of the serial. */
  id: z.uuid().nullable().default(null),
  status: z.enum(['CREATED', 'OPENING', 'OPENED', 'CLOSING', 'CLOSED']).default('OPENED'),
  serial: z.int().default(1),
  opened_at: Instant.nullable().default(null),
  closed_at: Instant.nullable().default(null),
  /** When one that is opening is open, or one that is closing is closed; null: never by itself. */
  becomes_at: Instant.nullable().default(null),
  /** When it closes by itself. */
  auto_close_at: Instant.nullable().default(null),
  /** Why the opening is to end as CLOSED. */
  error: z.string().nullable().default(null),
})
export type Shift = z.output<typeof Shift>

const Tax = z.strictObject({
  code: z.int(),
  label: z.string(),
  symbol: z.string(),
  rate: z.number().default(0),
  included: z.boolean().default(true),
  no_vat: z.boolean().default(true),
})

const cashierOf = (now: () => number) =>
  z.strictObject({
    /** Of a person; made of login and register unless given. */
    id: z.uuid().optional(),
    pin: z.string().default('1111'),
    login: z.string().default('cashier01'),
    full_name: z.string().default('Лук’яненко Соломія Ігорівна'),
    is_test: z.boolean().default(false),
    /** Text in the description, which does not say what of: any is a block, null is none. */
    blocked: z.string().nullable().default(null),
    permissions: z.record(z.string(), z.boolean()).default({ ettn: true }),
    certificate_end: Instant.nullable().default(() => new Date(now() + 365 * 24 * 3_600_000).toISOString()),
    signature: Signature.prefault({}),
  })

/** A register with its cashier and its owner, as the provider keeps them. Whatever is left out is a good paid register. */
const registerOf = (now: () => number) =>
  z
    .strictObject({
      license_key: z.string().min(1),
      id: z.uuid().optional(),
      fiscal_number: z.string().default('4000123456'),
      title: z.string().default('Інтернет-магазин'),
      address: z.string().default('Київ, вул. Хрещатик, 1'),
      is_test: z.boolean().default(false),
      offline_mode: z.boolean().default(false),
      ettn_acquiring_id: z.uuid().nullable().default(null),
      /** The key of the carrier stored in the cabinet; null: any waybill is taken for the seller's own. */
      carrier_key: z.string().nullable().default(null),
      cashier: cashierOf(now).prefault({}),
      /** More people with a PIN at the same register. All else is as with the first cashier. */
      other_cashiers: z.array(z.strictObject({ pin: z.string(), login: z.string() })).default([]),
      organization: Organization.prefault({}),
      billing: Billing.prefault({}),
      shift: Shift.nullable().default(null),
      taxes: z.array(Tax).default([{ code: 8, label: 'Без ПДВ', symbol: 'З', rate: 0, included: true, no_vat: true }]),
    })
    .transform((register) => ({ ...register, id: register.id ?? uuidOf(register.license_key) }))
export type Register = z.output<ReturnType<typeof registerOf>>
export type RegisterInput = z.input<ReturnType<typeof registerOf>>

export const createRegisters = (now: () => number) => {
  const Register = registerOf(now)
  const registers = new Map<string, Register>()

  const asOfNow = (register: Register): Register => {
    register.shift &&= shiftAt(register.shift, now())
    return register
  }

  const put = (given: unknown): Register => {
    const register = parseInput(Register, given)
    registers.set(register.license_key, register)
    return register
  }

  return {
    all: (): Register[] => [...registers.values()].map(asOfNow),
    find: (licenseKey: string): Register | null => {
      const register = registers.get(licenseKey)
      return register === undefined ? null : asOfNow(register)
    },
    /** Also after it got another licence key. */
    findById: (id: string): Register | null => {
      const register = [...registers.values()].find((one) => one.id === id)
      return register === undefined ? null : asOfNow(register)
    },
    /** Adds, or replaces the one with this licence key. */
    put: (given: RegisterInput) => put(given),
    /** These and no others. Nothing changes when one of them is wrong. */
    replaceAll: (given: readonly unknown[]): Register[] => {
      const wanted = given.map((one) => parseInput(Register, one))
      registers.clear()
      return wanted.map(put)
    },
    /** Only what is given, at any depth; a new licence key takes the place of the old one. */
    change: (licenseKey: string, changes: unknown): Register | null => {
      const known = registers.get(licenseKey)
      if (known === undefined) return null
      const changed = parseInput(Register, merged(known, changes))
      registers.delete(licenseKey)
      return put(changed)
    },
  }
}

export type Registers = ReturnType<typeof createRegisters>

const shiftAt = (shift: Shift, now: number): Shift => {
  const { status, becomes_at, auto_close_at, error } = shift
  if (status === 'OPENED' && auto_close_at !== null && Date.parse(auto_close_at) <= now)
    return { ...shift, status: 'CLOSED', closed_at: auto_close_at, becomes_at: null }
  if (becomes_at === null || Date.parse(becomes_at) > now) return shift
  const opens = (status === 'CREATED' || status === 'OPENING') && error === null
  const became = opens
    ? { status: 'OPENED' as const, opened_at: becomes_at }
    : { status: 'CLOSED' as const, closed_at: becomes_at }
  return { ...shift, ...became, becomes_at: null }
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merged = (known: unknown, changes: unknown): unknown => {
  if (!isRecord(known) || !isRecord(changes)) return changes
  const before = new Map(Object.entries(known))
  const after = Object.entries(changes).map(([name, change]) => [name, merged(before.get(name), change)] as const)
  return { ...known, ...Object.fromEntries(after) }
}

/** The same id for the same name, in the form of a UUID. */
export const uuidOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
