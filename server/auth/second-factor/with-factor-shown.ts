import { AppError, type ErrorCode } from '#/contract/errors.ts'
import { isShown, type ShownFactor } from '#/contract/factor-proof.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import type { SecondProof } from '../sessions/second-proof.ts'
import { attemptOwnPassword, requireUnchanged, type OwnAttempt, type Purpose } from '../passwords/own-password.ts'
import { checkPasskey, readPasskey } from '../passkeys/check-passkey.ts'
import { requireRelyingParty } from '../passkeys/relying-party.ts'
import { markProved } from '../sessions/session-proof-store.ts'
import { beginCodeAttempt } from '../throttling/throttle.ts'
import { proveSecondFactor } from '../codes/prove-second-factor.ts'
import { hasFactor } from '../codes/store.ts'

/** The password and one of the two factors, as they came in one call. */
export interface Shown extends ShownFactor {
  password: string
  /** The name the service was called by: a passkey is bound to it. */
  host: string
}

/** What a route that asks for it may answer. */
export const factorErrors = [
  'auth.second_factor_not_shown',
  'auth.wrong_current_password',
  'auth.code_wrong',
  'passkey.invalid',
  'passkey.wrong_address',
  'auth.throttled',
  'auth.second_factor_missing',
] as const satisfies ErrorCode[]

type Failure = 'wrong_code' | 'wrong_passkey'
const refusals: Record<Failure, ErrorCode> = { wrong_code: 'auth.code_wrong', wrong_passkey: 'passkey.invalid' }

/**
 * Does what wants a second factor shown together with the password, however lately either was given. The code is used up in the transaction
 * that acts, under the lock of the account; wrong ones are counted and recorded as at login.
 */
export async function withFactorShown<Done>(
  app: App,
  actor: Actor,
  identity: Identity,
  shown: Shown,
  act: (tx: Tx, proof: SecondProof) => Promise<Done>,
  purpose: Purpose = { action: 'auth.reauth_failed' },
): Promise<Done> {
  if (!identity.user.second_factor) throw new AppError('auth.second_factor_missing')
  if (!isShown(shown)) throw new AppError('auth.second_factor_not_shown')
  const own = await attemptOwnPassword(app, actor, identity, shown.password, purpose)
  const factor = await beginFactor(app, actor, identity, shown, own)
  const outcome = await app.db.transaction().execute(async (tx) => {
    await requireUnchanged(tx, own)
    if (!(await hasFactor(tx, own.user_id))) throw new AppError('auth.second_factor_missing')
    const proof = await factor.prove(tx)
    if (typeof proof === 'string') return proof
    await markProved(tx, own.session_id, proof)
    return { done: await act(tx, { second_factor: proof.second_factor }) }
  })
  if (typeof outcome === 'string') {
    await own.recordFailure(outcome)
    throw new AppError(refusals[outcome])
  }
  await own.succeeded()
  await factor.succeeded()
  return outcome.done
}

interface Factor {
  prove(tx: Tx): Promise<SecondProof | Failure>
  succeeded(): Promise<void>
}

async function beginFactor(
  app: App,
  actor: Actor,
  { user }: Identity,
  { code, passkey, host }: Shown,
  { throttled }: OwnAttempt,
): Promise<Factor> {
  if (passkey) {
    const party = requireRelyingParty(app, host)
    const read = await readPasskey(app, passkey.credential)
    // It must be one of their own.
    if (read.passkey?.user_id !== user.id) read.passkey = undefined
    const prove = await checkPasskey(app, party, passkey.challenge_id, read)
    return { prove: prove ?? (async () => 'wrong_passkey'), succeeded: async () => undefined }
  }
  // A session is no known device here: the tries an hour are those of the whole account.
  const { succeeded } = await beginCodeAttempt(app, { login: user.login, known_device: null }, throttled)
  return { prove: (tx) => proveSecondFactor(app, tx, { ...actor, user }, code ?? ''), succeeded }
}
