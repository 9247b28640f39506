import type { z } from 'zod'
import type { PasskeyLoginRequest } from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'
import { knownDevice, refusalOf, refuse } from './log-in.ts'
import { openSession, type Caller, type Opened, type Proof } from './open-session.ts'
import { findLoginCandidate } from '../sessions/store.ts'
import { beginAttempt } from '../throttling/throttle.ts'
import { Assertion } from '../passkeys/credential-json.ts'
import type { RelyingParty } from '../passkeys/relying-party.ts'
import { countUse, findPasskey, takeChallenge } from '../passkeys/store.ts'
import { verifyAssertion } from '../passkeys/verify-assertion.ts'

/** A passkey is something one has and something one is or knows, so it opens a session alone. */
export async function logInWithPasskey(
  app: App,
  party: RelyingParty,
  caller: Caller,
  { challenge_id, credential }: z.infer<typeof PasskeyLoginRequest>,
): Promise<Opened> {
  const given = Assertion.safeParse(credential).data
  const passkey = given && (await findPasskey(app.db, given.id))
  const candidate = passkey && (await findLoginCandidate(app.db, { id: passkey.user_id }))
  const login = candidate?.user.login ?? ''
  // Counted apart from passwords: while the password is guessed from everywhere, the passkey is still a way in; and bogus
  // passkeys, which cost nothing to make up, use up no tries of a password.
  const attempt = await beginAttempt(
    app,
    {
      way: 'passkey',
      login: `passkey ${given?.id ?? ''}`,
      address: caller.address,
      known_device: candidate ? knownDevice(app, candidate, caller.device) : null,
    },
    refusalOf(caller, candidate ?? null, login),
  )
  const challenge = await takeChallenge(app.db, challenge_id, null)
  const count = challenge !== undefined && passkey ? await verifyAssertion(app, party, challenge, given, passkey) : null
  if (!candidate || !passkey || count === null) return refuse(app, caller, candidate ?? null, login, 'wrong_passkey')

  const proof: Proof = {
    user_id: candidate.user.id,
    // As with a password: an account that was reset meanwhile, or whose one-time password has expired, stays shut.
    checked_hash: candidate.password_hash,
    second: async (tx) =>
      (await countUse(tx, passkey.id, count, app.clock.now().toISOString()))
        ? { second_factor: 'passkey', passkey_id: passkey.id }
        : 'wrong_passkey',
  }
  const opened = await app.db.transaction().execute((tx) => openSession(app, tx, caller, proof))
  if (typeof opened === 'string') return refuse(app, caller, candidate, login, opened)
  await attempt.succeeded()
  return opened
}
