import { z } from 'zod'
import { Instant } from './common.ts'

/** `unchecked`: no check has called the provider yet. A warning leaves the register working, an error does not. */
export const healthStates = ['unchecked', 'ok', 'warning', 'error'] as const
export type HealthState = (typeof healthStates)[number]

export const registerProblemCodes = [
  'secret_missing',
  'secret_unreadable',
  'bad_license_key',
  'bad_pin',
  'provider_refused',
  'provider_not_reached',
  'cashier_blocked',
  'no_ettn_permission',
  'signature_expired',
  'signature_ends_soon',
  'signature_not_ready',
  'billing_blocked',
  'billing_blocks_soon',
  'subscription_ended',
  'subscription_ends_soon',
  'test_register',
  'delivery_not_connected',
  'shift_left_open',
  'carrier_key_rejected',
  'carrier_not_reached',
  'carrier_paused',
] as const

const RegisterProblem = z
  .strictObject({
    code: z.enum(registerProblemCodes),
    severity: z.enum(['warning', 'error']),
    detail: z.string().describe('Що не так, чому це важливо і що робити'),
    since: Instant.optional().describe('Відколи; лише для provider_not_reached'),
  })
  .meta({ id: 'RegisterProblem' })
export type RegisterProblem = z.infer<typeof RegisterProblem>

/** What the provider last said; null where it did not. */
export const FiscalFacts = z
  .strictObject({
    title: z.string().nullable(),
    fiscal_number: z.string().nullable(),
    address: z.string().nullable(),
    has_shift: z.boolean().nullable(),
    // Older findings lack this field, and are still valid.
    shift_opened_at: Instant.nullable().optional().describe('Відколи відкрито зміну'),
    // A delivery service is connected in the provider's cabinet. A hint, never a reason to refuse.
    delivery_connected: z.boolean().nullable(),
    cashier: z.strictObject({
      name: z.string(),
      blocked: z.boolean(),
      may_ettn: z.boolean(),
      signature_until: Instant.nullable(),
      // Whether a shift could be opened with the signature now.
      signature_ready: z.boolean().nullable(),
    }),
    billing: z.strictObject({
      status: z.string().nullable(),
      // The provider stops fiscalizing on that day unless it is paid.
      blocks_at: Instant.nullable(),
      paid_until: Instant.nullable(),
    }),
    taxes: z.array(z.strictObject({ code: z.string(), label: z.string(), rate: z.number().nullable() })),
  })
  .meta({ id: 'FiscalFacts' })
export type FiscalFacts = z.infer<typeof FiscalFacts>

/** The owner of the carrier key; only the end of the phone, enough to recognise one's own. */
export const CarrierFacts = z
  .strictObject({ owner_name: z.string(), phone_hint: z.string().nullable() })
  .meta({ id: 'CarrierFacts' })
export type CarrierFacts = z.infer<typeof CarrierFacts>

export const RegisterHealth = z
  .strictObject({
    state: z.enum(healthStates),
    checked_at: Instant.nullable(),
    problems: z.array(RegisterProblem),
    fiscal: FiscalFacts.nullable().describe('Що каже Checkbox'),
    carrier: CarrierFacts.nullable().describe('Чий ключ Нової пошти'),
  })
  .meta({ id: 'RegisterHealth' })
export type RegisterHealth = z.infer<typeof RegisterHealth>
