import type { CashRegister } from '#/contract/cash-registers.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import type { KeyOwnerOutcome } from '#/server/integrations/carrier/carrier-client.ts'
import type { RegisterCheck } from '#/server/integrations/fiscal/fiscal-client.ts'
import { realMs } from '#/server/platform/clock.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { readFacts } from '../health/health-facts.ts'
import { whatWasHeard, worthTelling } from '../register/provider-silence.ts'
import { endSilence, noteSilence } from '../register/provider-silence-store.ts'
import { learnPayee, listPayees } from '../payees/store.ts'
import { toCashRegister } from '../reading/register-json.ts'
import { factsAfter, isRejection, scopeOf, testAfter } from '../health/rules.ts'
import { areSameSecrets, openSecrets, sealPhones, type OpenedSecrets } from '../secrets/secrets.ts'
import { findRegister, lockRegister, requireRegister, updateRegister, type RegisterRow } from '../register/store.ts'

export type CheckApp = Pick<App, 'db' | 'clock' | 'audit' | 'encryption_keys' | 'carrier' | 'fiscal'>

/** A person waits for it, at most ten seconds with all the rest. */
const longestCheckMs = 9_000

/** Asks the provider and the carrier at once what they know by these secrets, and keeps what they say. */
export async function checkRegister(
  app: CheckApp,
  actor: Actor,
  id: string,
  signal?: AbortSignal,
): Promise<CashRegister> {
  const secrets = openSecrets(app, await requireRegister(app.db, id))
  const asked = await ask(app, secrets, signal)
  const kept = await inTransaction(app.db, (tx) => keep(app, tx, actor, id, secrets, asked))
  return toCashRegister(app, kept ?? (await requireRegister(app.db, id)))
}

interface Asked {
  at: Date
  fiscal: RegisterCheck | null
  carrier: KeyOwnerOutcome | null
}

/** What has no secret, or one that cannot be opened, is not asked. */
async function ask(app: CheckApp, secrets: OpenedSecrets, outer?: AbortSignal): Promise<Asked> {
  const { license_key, pin, carrier_key } = secrets
  const late = AbortSignal.timeout(realMs(app.clock, longestCheckMs))
  const signal = outer ? AbortSignal.any([late, outer]) : late
  const at = app.clock.now()
  const [fiscal, carrier] = await Promise.all([
    license_key.ok && pin.ok
      ? app.fiscal.checkCredentials({ license_key: license_key.secret, pin: pin.secret }, signal)
      : null,
    carrier_key.ok ? app.carrier.askKeyOwner(carrier_key.secret, signal) : null,
  ])
  return { at, fiscal, carrier: carrier && withoutCancelling(carrier, late) }
}

/** The service stopped waiting; a reader would take «cancelled» for the act of a person. */
function withoutCancelling(outcome: KeyOwnerOutcome, late: AbortSignal): KeyOwnerOutcome {
  if (outcome.ok || outcome.failure.kind !== 'timeout' || !late.aborted) return outcome
  return { ok: false, failure: { ...outcome.failure, detail: 'Нова пошта не відповіла вчасно' } }
}

/** null: the secrets are no longer those that were checked; the change of them checks the new ones. */
async function keep(
  app: CheckApp,
  tx: Tx,
  actor: Actor,
  id: string,
  secrets: OpenedSecrets,
  { at, fiscal, carrier }: Asked,
): Promise<RegisterRow | null> {
  const before = await lockRegister(tx, id)
  if (!before || !areSameSecrets(openSecrets(app, before), secrets)) return null
  const payee_id =
    fiscal?.ok && fiscal.info.organization ? await learnPayee(tx, fiscal.info.organization) : before.payee_id
  await updateRegister(tx, id, {
    health: factsAfter(readFacts(before.health), fiscal, carrier),
    is_test: testAfter(before.is_test, fiscal),
    checked_at: at.toISOString(),
    ...(fiscal?.ok && { provider_scope: scopeOf(fiscal.info) }),
    payee_id,
    ...(carrier?.ok && { carrier_phones: sealPhones(app, id, carrier.owner.phones) }),
    // The carrier itself says whose key it is: there is no need to leave it alone any longer.
    ...(carrier?.ok && isRejection(before.carrier_problem) && { carrier_problem: null, carrier_paused_until: null }),
  })
  if (fiscal !== null) await hear(tx, id, fiscal, at)
  if (payee_id !== before.payee_id) await tellPayee(app, tx, actor, { id, before: before.payee_id, after: payee_id })
  const after = (await findRegister(tx, id)) ?? before
  const [outcome, earlier] = [outcomeOf(app, after), outcomeOf(app, before)]
  const isNews = before.checked_at === null || JSON.stringify(outcome) !== JSON.stringify(earlier)
  if (isNews) await announce(tx, 'cash_register', id)
  // The daily check of a register that is as it was is no event.
  if (isNews || actor.user !== null)
    await recordAudit(app, tx, actor, {
      action: 'register.checked',
      subject: { type: 'cash_register', id },
      details: outcome,
    })
  return after
}

/** A change of the payee is recorded, also when a job made the check. */
async function tellPayee(
  app: CheckApp,
  tx: Tx,
  actor: Actor,
  { id, before, after }: { id: string; before: string | null; after: string | null },
): Promise<void> {
  const payees = await listPayees(tx)
  const nameOf = (payee: string | null) => payees.find((one) => one.id === payee)?.name ?? null
  await recordAudit(app, tx, actor, {
    action: 'register.payee_told',
    subject: { type: 'cash_register', id },
    details: { before: nameOf(before), after: nameOf(after) },
  })
}

/** A check tries for long, and a person may wait for its result: one without an answer counts as an outage at once. */
async function hear(tx: Tx, id: string, check: RegisterCheck, at: Date): Promise<void> {
  const failure = check.ok ? null : check.failure
  if (failure !== null && whatWasHeard(failure) === 'silence')
    await noteSilence(tx, id, { detail: failure.detail, at, times: worthTelling })
  else await endSilence(tx, id)
}

function outcomeOf(app: CheckApp, row: RegisterRow) {
  const { is_test, health } = toCashRegister(app, row)
  return { is_test, problems: health.problems.map(({ code }) => code) }
}
