import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import type { RegisterProblem } from '#/contract/register-health.ts'
import { toCashRegister } from './register-json.ts'
import { findRegister } from './store.ts'

export interface RegisterForReceipts {
  id: string
  is_test: boolean | null
  /** In Ukrainian, for the person who wanted a receipt; null: it may make them. */
  why_not: string | null
  payment_label: string
  tax_codes: (number | string)[]
}

/** Following parcels is another matter: without it a receipt can still be made. */
const carrierOnly: readonly RegisterProblem['code'][] = [
  'carrier_key_rejected',
  'carrier_not_reached',
  'carrier_paused',
]

export async function findRegisterForReceipts(
  app: Pick<App, 'encryption_keys' | 'clock'>,
  tx: Tx,
  id: string,
): Promise<RegisterForReceipts> {
  const row = await findRegister(tx, id)
  if (!row) throw new AppError('register.not_found')
  const { is_test, active, health, payment_label, tax_codes } = toCashRegister(app, row)
  const worst = health.problems.find(({ code, severity }) => severity === 'error' && !carrierOnly.includes(code))
  const why_not = active ? (worst?.detail ?? null) : 'Касу вимкнено. Увімкніть її на сторінці кас.'
  return { id, is_test, why_not, payment_label, tax_codes }
}
