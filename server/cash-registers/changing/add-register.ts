import type { AddCashRegisterRequest, CashRegister } from '#/contract/cash-registers.ts'
import { AppError, refuseIf } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { ProvenActor } from '#/server/auth/guard/guard.ts'
import { whyNotRegisterSecrets } from '#/server/auth/rules.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { newId } from '#/server/platform/random.ts'
import { hintOf } from '#/server/platform/encryption/secret-hint.ts'
import { checkRegister } from '../checking/check-register.ts'
import { makeDefaultWithin } from './make-default.ts'
import { refuseTaken } from './refuse-taken.ts'
import { standingAfter } from './rules.ts'
import { sealSecret } from '../secrets/secrets.ts'
import { insertRegister, listEveryRegister, lockRegisters } from '../register/store.ts'

/** Saved first, checked afterwards: a provider that does not answer does not prevent the saving, the health says so. */
export async function addRegister(
  app: App,
  actor: ProvenActor,
  request: AddCashRegisterRequest,
): Promise<CashRegister> {
  refuseIf(whyNotRegisterSecrets(actor))
  const id = await inTransaction(app.db, (tx) => addRegisterWithin(app, tx, actor, request))
  return checkRegister(app, actor, id)
}

/** The first active one becomes the default. */
export async function addRegisterWithin(
  app: Pick<App, 'clock' | 'audit' | 'encryption_keys' | 'log'>,
  tx: Tx,
  actor: Actor,
  request: AddCashRegisterRequest,
): Promise<string> {
  await lockRegisters(tx)
  const others = await listEveryRegister(tx)
  refuseTaken(app, others, request)
  const after = standingAfter({ active: true, is_default: false }, request, others)
  if (!after.ok) throw new AppError(after.refusal)
  const { name, license_key, pin, carrier_key, payment_label = '', tax_codes = [] } = request
  const id = newId()
  const { active, is_default } = after.standing
  await insertRegister(tx, {
    id,
    name,
    active,
    license_key: sealSecret(app, id, 'license_key', license_key),
    license_key_hint: hintOf(license_key),
    pin: sealSecret(app, id, 'pin', pin),
    carrier_key: sealSecret(app, id, 'carrier_key', carrier_key),
    carrier_key_hint: hintOf(carrier_key),
    payment_label,
    tax_codes,
  })
  await recordAudit(app, tx, actor, {
    action: 'register.added',
    subject: { type: 'cash_register', id },
    details: { name, active },
  })
  if (is_default) await makeDefaultWithin(app, tx, actor, { id, name }, others)
  return id
}
