import type { CashRegister, EditCashRegisterRequest } from '#/contract/cash-registers.ts'
import { AppError } from '#/contract/errors.ts'
import { recordAudit } from '#/server/audit/record-audit.ts'
import type { ProvenActor } from '#/server/auth/guard.ts'
import { whyNotRegisterSecrets } from '#/server/auth/rules.ts'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { hintOf } from '#/server/platform/secret-hint.ts'
import { checkRegister } from './check-register.ts'
import { makeDefaultWithin } from './make-default.ts'
import { refuseTaken } from './refuse-taken.ts'
import { toCashRegister } from './register-json.ts'
import { changesOf, standingAfter } from './rules.ts'
import { sealSecret, secretFields } from './secrets.ts'
import { listEveryRegister, lockRegister, lockRegisters, updateRegister, type RegisterRow } from './store.ts'

/** New secrets are checked at once; what was known of the old ones is forgotten with them. */
export async function editRegister(
  app: App,
  actor: ProvenActor,
  id: string,
  request: EditCashRegisterRequest,
): Promise<CashRegister> {
  const changesSecrets = secretFields.some((field) => request[field] !== undefined)
  const refusal = changesSecrets ? whyNotRegisterSecrets(actor) : null
  if (refusal) throw new AppError(refusal)
  const { before, after } = await inTransaction(app.db, (tx) => changeRegister(app, tx, actor, id, request))
  const needsCheck = changesSecrets || (after.active && !before.active)
  return needsCheck ? checkRegister(app, actor, id) : toCashRegister(app, after)
}

async function changeRegister(
  app: App,
  tx: Tx,
  actor: ProvenActor,
  id: string,
  request: EditCashRegisterRequest,
): Promise<{ before: RegisterRow; after: RegisterRow }> {
  await lockRegisters(tx)
  const before = await lockRegister(tx, id)
  if (!before) throw new AppError('register.not_found')
  const others = (await listEveryRegister(tx)).filter((other) => other.id !== id)
  refuseTaken(app, others, request)
  const outcome = standingAfter(before, request, others)
  if (!outcome.ok) throw new AppError(outcome.refusal)
  const { name = before.name, payment_label = before.payment_label, tax_codes = before.tax_codes } = request
  const wanted = { name, payment_label, tax_codes, active: outcome.standing.active }
  const changes = changesOf(before, wanted)
  const secrets = secretFields.filter((field) => request[field] !== undefined)
  const { is_default } = outcome.standing
  const set = { ...wanted, ...sealed(app, id, request) }
  if (Object.keys(changes).length > 0 || secrets.length > 0) {
    // To become the default is a step of its own; not to be it any longer comes with being switched off.
    await updateRegister(tx, id, { ...set, is_default: before.is_default && is_default })
    const subject = { type: 'cash_register', id } as const
    await recordAudit(app, tx, actor, { action: 'register.edited', subject, details: { changes, secrets } })
  }
  if (is_default && !before.is_default) await makeDefaultWithin(app, tx, actor, { id, name }, others)
  return { before, after: { ...before, ...set, is_default } }
}

/** The given secrets, sealed, and what has to be forgotten with the old ones. */
function sealed(
  app: Pick<App, 'encryption_keys'>,
  id: string,
  { license_key, pin, carrier_key }: EditCashRegisterRequest,
): Partial<RegisterRow> {
  const unchecked = { health: null, checked_at: null }
  return {
    ...(license_key !== undefined && {
      license_key: sealSecret(app, id, 'license_key', license_key),
      license_key_hint: hintOf(license_key),
      is_test: null,
      ...unchecked,
    }),
    ...(pin !== undefined && { pin: sealSecret(app, id, 'pin', pin), is_test: null, ...unchecked }),
    ...(carrier_key !== undefined && {
      carrier_key: sealSecret(app, id, 'carrier_key', carrier_key),
      carrier_key_hint: hintOf(carrier_key),
      carrier_problem: null,
      carrier_paused_until: null,
      ...unchecked,
    }),
  }
}
