import { z } from 'zod'
import type { RegisterHealth } from '#/contract/register-health.ts'
import type { CarrierFailureKind, KeyOwnerOutcome } from '#/server/integrations/carrier/carrier-client.ts'
import type { FiscalFailureKind, RegisterCheck, RegisterInfo } from '#/server/integrations/fiscal/fiscal-client.ts'
import type { HealthFacts } from './health-facts.ts'
import { mayBeLeftOpen } from './left-open-shift.ts'

/** There was no answer: what was known before is still the best there is, and it is worth asking again soon. */
const passing: ReadonlySet<FiscalFailureKind | CarrierFailureKind> = new Set([
  'rate_limited',
  'daily_limit',
  'unreachable',
  'timeout',
  'unavailable',
  'bad_answer',
  'no_records',
] as const)
export const isPassing = (kind: FiscalFailureKind | CarrierFailureKind): boolean => passing.has(kind)

const Rejection = z.object({ kind: z.literal('key_rejected') })

/** The carrier does not take the key of a register for the sender's (`cash_registers.carrier_problem`). */
export const isRejection = (problem: unknown): boolean => Rejection.safeParse(problem).success

/** What is known after a check. null outcomes: there was no secret to ask with. */
export function factsAfter(
  before: HealthFacts | null,
  fiscal: RegisterCheck | null,
  carrier: KeyOwnerOutcome | null,
): HealthFacts {
  return {
    fiscal: fiscal && fiscalAfter(before, fiscal),
    carrier: carrier && carrierAfter(before, carrier),
  }
}

function fiscalAfter(before: HealthFacts | null, outcome: RegisterCheck): HealthFacts['fiscal'] {
  if (!outcome.ok) {
    const { kind, detail } = outcome.failure
    return { failure: { kind, detail }, facts: isPassing(kind) ? (before?.fiscal?.facts ?? null) : null }
  }
  const { is_test: _, organization: __, cashier_id: ___, ...facts } = outcome.info
  return { failure: null, facts }
}

function carrierAfter(before: HealthFacts | null, outcome: KeyOwnerOutcome): HealthFacts['carrier'] {
  if (!outcome.ok) {
    const { kind, detail } = outcome.failure
    return { failure: { kind, detail }, facts: isPassing(kind) ? (before?.carrier?.facts ?? null) : null }
  }
  const { name, phones } = outcome.owner
  return { failure: null, facts: { owner_name: name, phone_hint: phoneHintOf(phones[0]) } }
}

/** The last two digits: the owner of the phone recognises it, other people cannot derive it. */
const phoneHintOf = (phone: string | undefined): string | null => (phone === undefined ? null : `…${phone.slice(-2)}`)

/** null: the check did not say it this time, so what is known stays. */
export const testAfter = (before: boolean | null, outcome: RegisterCheck | null): boolean | null =>
  outcome === null ? before : ((outcome.ok ? outcome.info.is_test : outcome.is_test) ?? before)

/**
 * As whom the provider knows a register: documents of one cash register (by its fiscal number) and one cashier (by the
 * provider's id). null: it did not say which register or cashier it is, and then nothing can be concluded from what it
 * does not show.
 */
export const scopeOf = ({
  fiscal_number,
  cashier_id,
}: Pick<RegisterInfo, 'fiscal_number' | 'cashier_id'>): string | null =>
  fiscal_number === null || cashier_id === null ? null : `${fiscal_number}#${cashier_id}`

/**
 * Up to 0.9 a scope was `<fiscal number>/<full name>`, and a namesake had the same. The next check replaces it, also where
 * receipts hold it (`server/receipts/sql/rename-scope.sql`); until then the id of the cashier is not known.
 */
export const namesCashierById = (scope: string): boolean => /^[^/]*#/.test(scope)

/** What the provider says to new credentials, beside what it said to the present ones. `replaces`: see `mayReplace`. */
export type CredentialsVerdict = 'same' | 'replaces' | 'other' | 'refused' | 'unanswered'

/** `scope` and `is_test` are of the present credentials; a scope of null is not known. */
export function compareCredentials(
  { scope, is_test }: { scope: string | null; is_test: boolean | null },
  check: RegisterCheck,
): CredentialsVerdict {
  if (!check.ok) return isPassing(check.failure.kind) ? 'unanswered' : 'refused'
  const found = scopeOf(check.info)
  if (scope === null || found === null) return 'unanswered'
  return found === scope && (is_test === null || is_test === check.info.is_test) ? 'same' : 'other'
}

/**
 * A cashier left: the provider refuses the present credentials now, and the new ones are of another cashier of the same
 * cash register. Nothing can be asked or removed with the present ones any more, so there is nothing to wait for. The
 * register is the same by its fiscal number, or by its licence key: registered anew it has the key and another number.
 */
export function mayReplace(
  { scope, is_test, keeps_key }: { scope: string | null; is_test: boolean | null; keeps_key: boolean },
  present: RegisterCheck,
  check: RegisterCheck,
): boolean {
  if (present.ok || isPassing(present.failure.kind) || present.failure.kind === 'permit_over') return false
  if (!check.ok || scopeOf(check.info) === null) return false
  const isSameRegister = keeps_key || (scope !== null && check.info.fiscal_number === numberOf(scope))
  return isSameRegister && (is_test === null || is_test === check.info.is_test)
}

/** The fiscal number in a scope of either form. */
const numberOf = (scope: string): string | undefined => scope.split(/[#/]/)[0]

const recheckHours = 24
const minuteMs = 60_000

/** What no answer of the provider or the carrier could mend: a secret has to be typed in. */
const mendedHere: ReadonlySet<string> = new Set(['secret_missing', 'secret_unreadable'])

/** Something is wrong that may be put right at the provider or the carrier, which do not notify us. */
export const mayBeMended = ({ problems }: Pick<RegisterHealth, 'problems'>): boolean =>
  problems.some(({ code, severity }) => code === 'shift_left_open' || (severity === 'error' && !mendedHere.has(code)))

interface Checked {
  active: boolean
  checked_at: string | null
  facts: HealthFacts | null
  provider_silence: unknown
  may_be_mended: boolean
  provider_scope: string | null
}

/**
 * Once a day. At every tick while the other side does not answer, while the check has not come to its end, and while the register does not
 * work for a reason that may be mended outside: its receipts wait for that.
 */
export function isDueForCheck(
  { active, checked_at, facts, provider_silence, may_be_mended, provider_scope }: Checked,
  now: Date,
): boolean {
  if (!active) return false
  if (may_be_mended) return true
  if (provider_scope !== null && !namesCashierById(provider_scope)) return true
  if (checked_at === null || facts === null || provider_silence !== null) return true
  const failures = [facts.fiscal?.failure, facts.carrier?.failure]
  if (failures.some((failure) => failure && isPassing(failure.kind))) return true
  if (mayBeLeftOpen(facts.fiscal?.facts ?? null, checked_at, now)) return true
  const ageMs = now.getTime() - Date.parse(checked_at)
  // A check of the future is one of a clock that was ahead.
  return ageMs > recheckHours * 3_600_000 || ageMs < -minuteMs
}
