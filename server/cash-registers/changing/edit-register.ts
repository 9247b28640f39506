import type { CashRegister, EditCashRegisterRequest } from '#/contract/cash-registers.ts'
import { AppError, refuseIf } from '#/contract/errors.ts'
import { recordAudit } from '#/server/audit/record-audit.ts'
import type { ProvenActor } from '#/server/auth/guard/guard.ts'
import { whyNotRegisterSecrets } from '#/server/auth/rules.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { hintOf } from '#/server/platform/encryption/secret-hint.ts'
import { checkRegister } from '../checking/check-register.ts'
import {
  changesCredentials,
  isStale,
  judgeCredentials,
  refuseOtherScope,
  type JudgedCredentials,
} from './judge-credentials.ts'
import { makeDefaultWithin } from './make-default.ts'
import { refuseTaken } from './refuse-taken.ts'
import { toCashRegister } from '../reading/register-json.ts'
import { changesOf, standingAfter } from './rules.ts'
import { sealSecret, secretFields } from '../secrets/secrets.ts'
import {
  findUnsettledReceipts,
  listEveryRegister,
  lockRegister,
  lockRegisters,
  updateRegister,
  type RegisterRow,
} from '../register/store.ts'

/**
 * New secrets are checked at once; what was known of the old ones is forgotten with them. While real receipts are unsettled,
 * the provider is asked before saving whether the new credentials are of the same register and cashier. Those of another
 * cashier are saved when a person confirms it and the provider refuses the present ones.
 */
export async function editRegister(
  app: App,
  actor: ProvenActor,
  id: string,
  request: EditCashRegisterRequest,
): Promise<CashRegister> {
  const changesSecrets = secretFields.some((field) => request[field] !== undefined)
  refuseIf(changesSecrets ? whyNotRegisterSecrets(actor) : null)
  const { before, after } = await changeOnceJudged(app, actor, id, request)
  const needsCheck = changesSecrets || (after.active && !before.active)
  return needsCheck ? checkRegister(app, actor, id) : toCashRegister(app, after)
}

interface Changed {
  before: RegisterRow
  after: RegisterRow
}

/** The provider is asked again when another request changes the credentials meanwhile or the first receipt comes, at most so often. */
const mostJudgements = 3

async function changeOnceJudged(
  app: App,
  actor: ProvenActor,
  id: string,
  request: EditCashRegisterRequest,
): Promise<Changed> {
  for (let turn = 1; ; turn += 1) {
    const judged = await judgeCredentials(app, id, request)
    const changed = await inTransaction(app.db, (tx) =>
      changeRegister(app, tx, actor, id, request, { judged, is_last: turn === mostJudgements }),
    )
    if (changed !== null) return changed
  }
}

/**
 * Under the lock of the register, which every request that makes a receipt with it takes too: no receipt is made between
 * the count and the change. True: the provider has to be asked first, or once more.
 */
async function isUnjudged(
  app: App,
  tx: Tx,
  before: RegisterRow,
  request: EditCashRegisterRequest,
  { judged, is_last }: { judged: JudgedCredentials | null; is_last: boolean },
): Promise<boolean> {
  const unsettled = changesCredentials(app, before, request) ? await findUnsettledReceipts(tx, before.id) : null
  if (unsettled === null) return false
  if (judged === null || isStale(app, before, judged)) {
    if (is_last) refuseOtherScope(unsettled, 'unanswered')
    return true
  }
  refuseOtherScope(unsettled, judged.verdict, request.confirm)
  return false
}

async function changeRegister(
  app: App,
  tx: Tx,
  actor: ProvenActor,
  id: string,
  request: EditCashRegisterRequest,
  judgement: { judged: JudgedCredentials | null; is_last: boolean },
): Promise<Changed | null> {
  await lockRegisters(tx)
  const before = await lockRegister(tx, id)
  if (!before) throw new AppError('register.not_found')
  const others = (await listEveryRegister(tx)).filter((other) => other.id !== id)
  refuseTaken(app, others, request)
  const outcome = standingAfter(before, request, others)
  if (!outcome.ok) throw new AppError(outcome.refusal)
  const { name = before.name, payment_label = before.payment_label, tax_codes = before.tax_codes } = request
  if (await isUnjudged(app, tx, before, request, judgement)) return null
  const wanted = { name, payment_label, tax_codes, active: outcome.standing.active }
  const changes = changesOf(before, wanted)
  const secrets = secretFields.filter((field) => request[field] !== undefined)
  const { is_default } = outcome.standing
  const scope = isSameAccount(app, before, request, judgement.judged) ? {} : { provider_scope: null }
  const replacing = judgement.judged?.verdict === 'replaces' ? { other_cashier: true as const } : {}
  const set = { ...wanted, ...sealed(app, id, request), ...scope }
  if (Object.keys(changes).length > 0 || secrets.length > 0) {
    // To become the default is a step of its own; not to be it any longer comes with being switched off.
    await updateRegister(tx, id, { ...set, is_default: before.is_default && is_default })
    const subject = { type: 'cash_register', id } as const
    await recordAudit(app, tx, actor, {
      action: 'register.edited',
      subject,
      details: { changes, secrets, ...replacing },
    })
  }
  if (is_default && !before.is_default) await makeDefaultWithin(app, tx, actor, { id, name }, others)
  return { before, after: { ...before, ...set, is_default } }
}

/** Typed in once more, or judged so by the provider a moment ago: then it is known by the same scope as before. */
const isSameAccount = (
  app: App,
  before: RegisterRow,
  request: EditCashRegisterRequest,
  judged: JudgedCredentials | null,
): boolean => !changesCredentials(app, before, request) || (judged?.verdict === 'same' && !isStale(app, before, judged))

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
      carrier_phones: null,
      ...unchecked,
    }),
  }
}
