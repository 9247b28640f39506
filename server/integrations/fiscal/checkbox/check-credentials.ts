import type { CheckboxHttp } from './http.ts'
import type { CheckboxSessions } from './sessions.ts'
import { sooner, type Deadline } from '#/server/platform/outbound/deadline.ts'
import { failureOf, toUnanswered } from '../failure-words.ts'
import type { RegisterCheck, RegisterCredentials } from '../fiscal-client.ts'
import {
  fromBilling,
  fromCashier,
  fromRegister,
  fromShift,
  fromSignature,
  fromTaxes,
  isTestRegister,
  organizationOf,
} from './read-register.ts'

export interface Checkbox {
  http: CheckboxHttp
  sessions: CheckboxSessions
  /** For what may be missing. */
  optionalTimeoutMs: number
}

/** A check is about the PIN as it is now: an older token would vouch for one that was changed since. */
const freshTokenMs = 60_000

/** The key, then the PIN, then the cashier; what else there is to know may be missing. */
export async function checkCredentials(
  { http, sessions, optionalTimeoutMs }: Checkbox,
  credentials: RegisterCredentials,
  deadline: Deadline,
): Promise<RegisterCheck> {
  const path = '/cash-registers/info'
  const told = await http({ method: 'GET', path, credentials, proof: 'license_key', attempts: 2 }, deadline)
  if (!told.ok) return { ok: false, failure: told.failure, is_test: null }
  const register = fromRegister(told.json)
  if (register === null)
    return { ok: false, failure: failureOf('bad_answer', 'Checkbox не розповів про касу'), is_test: null }

  const is_test = isTestRegister(credentials.license_key, register)
  const signedIn = await sessions.signIn(credentials, deadline, freshTokenMs)
  if (!signedIn.ok) return { ok: false, failure: signedIn.failure, is_test }
  const me = await sessions.callAsCashier(credentials, { method: 'GET', path: '/cashier/me', attempts: 2 }, deadline)
  if (!me.ok) return { ok: false, failure: me.failure, is_test }
  const cashier = fromCashier(me.json)
  if (cashier === null)
    return { ok: false, failure: failureOf('bad_answer', 'Checkbox не розповів про касира'), is_test }

  const untilThen = sooner(deadline, optionalTimeoutMs)
  const optional = async (path: `/${string}`): Promise<unknown> => {
    const outcome = await sessions.callAsCashier(credentials, { method: 'GET', path, attempts: 1 }, untilThen)
    return outcome.ok ? outcome.json : undefined
  }
  const paths = ['/cashier/check-signature', '/cashier/tax', '/organization/billing-status', '/cashier/shift'] as const
  const [signature, taxes, billing, shift] = await Promise.all(paths.map(optional))
  if (deadline.signal?.aborted) return { ok: false, failure: toUnanswered('cancelled'), is_test }
  const { status, date_to_block } = fromBilling(billing)
  const { type, shift_open_possibility } = fromSignature(signature)
  return {
    ok: true,
    info: {
      is_test: isTestRegister(credentials.license_key, register, cashier) || type === 'TEST',
      cashier_id: cashier.id?.toLowerCase() ?? null,
      title: register.title,
      fiscal_number: register.fiscal_number,
      address: register.address,
      ...fromShift(shift, register),
      delivery_connected: register.ettn_acquiring_id ?? null,
      cashier: {
        name: cashier.full_name,
        blocked: cashier.blocked,
        may_ettn: cashier.permissions.ettn,
        signature_until: cashier.certificate_end,
        signature_ready: shift_open_possibility,
      },
      billing: { status, blocks_at: date_to_block, paid_until: cashier.organization.subscription_exp },
      taxes: fromTaxes(taxes),
      organization: organizationOf(cashier),
    },
  }
}
