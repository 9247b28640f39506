import type { FiscalFacts } from '#/contract/register-health.ts'

/** What opens a register at the provider. */
export interface RegisterCredentials {
  license_key: string
  /** A string: leading zeros count. */
  pin: string
}

/** What the provider says of a register and its cashier, times as instants with Z. null: it did not say. */
export type RegisterInfo = FiscalFacts & {
  is_test: boolean
  /** The provider's own id of the cashier: names change, and two people may have one. */
  cashier_id: string | null
  /** The owner of the register, a person in business or a company, by the tax number. */
  organization: { name: string; tax_number: string } | null
}

/**
 * `bad_license_key` and `bad_pin` are the person's to mend, `refused` is any other clear no; the rest passes or is ours.
 * `permit_over`: not a byte was sent, because the time for it was over; it says nothing of the provider.
 */
export const fiscalFailureKinds = [
  'bad_license_key',
  'bad_pin',
  'refused',
  'rate_limited',
  'unreachable',
  'timeout',
  'permit_over',
  'unavailable',
  'bad_answer',
] as const
export type FiscalFailureKind = (typeof fiscalFailureKinds)[number]

export interface FiscalFailure {
  kind: FiscalFailureKind
  /** For the log and the person, without any secret. Ukrainian. */
  detail: string
}

/**
 * `info` may come together with a failure: the licence key alone shows whether the register is a test one, while the
 * PIN is wrong or the cashier's part did not answer.
 */
export type RegisterCheck =
  | { ok: true; info: RegisterInfo }
  | { ok: false; failure: FiscalFailure; is_test: boolean | null }

/** The totals of a closed shift: the provider's own count of all its receipts, also those made without us. Sums are kopiykas. */
export interface ZReport {
  id: string
  serial: number
  shift_id: string
  fiscal_code: string | null
  closed_at: string
  sell_count: number
  return_count: number
  /** One label may stand there more than once, under different means of payment. */
  payments: { label: string; sell_sum: number; return_sum: number }[]
}

/** By the time of closing, both ends included; nothing outside of it comes. */
export interface ReportWindow {
  from: Date
  to: Date
}

export type ZReportsOutcome = { ok: true; reports: ZReport[] } | { ok: false; failure: FiscalFailure }

export interface FiscalClient {
  kind: 'real' | 'stub'
  checkCredentials(credentials: RegisterCredentials, signal?: AbortSignal): Promise<RegisterCheck>
  /** Every Z-report of this register in the window, all pages of them, or a failure: a missing one would pass for no shift. */
  listZReports(credentials: RegisterCredentials, window: ReportWindow, signal?: AbortSignal): Promise<ZReportsOutcome>
}
