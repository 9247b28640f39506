import type { z } from 'zod'
import type { PasskeyLoginRequest } from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'
import { knownDevice, refusalOf, refuse } from './log-in.ts'
import { openSession, type Caller, type Opened, type Proof } from './open-session.ts'
import { findLoginCandidate } from '../sessions/store.ts'
import { beginAttempt } from '../throttling/throttle.ts'
import { checkPasskey, readPasskey } from '../passkeys/check-passkey.ts'
import type { RelyingParty } from '../passkeys/relying-party.ts'

/** A passkey is something one has and something one is or knows, so it opens a session alone. */
export async function logInWithPasskey(
  app: App,
  party: RelyingParty,
  caller: Caller,
  { challenge_id, credential }: z.infer<typeof PasskeyLoginRequest>,
): Promise<Opened> {
  const read = await readPasskey(app, credential)
  const candidate = read.passkey && (await findLoginCandidate(app.db, { id: read.passkey.user_id }))
  const login = candidate?.user.login ?? ''
  // Counted apart from passwords: while the password is guessed from everywhere, the passkey is still a way in; and bogus
  // passkeys, which cost nothing to make up, use up no tries of a password.
  const attempt = await beginAttempt(
    app,
    {
      way: 'passkey',
      login: `passkey ${read.given?.id ?? ''}`,
      address: caller.address,
      known_device: candidate ? knownDevice(app, candidate, caller.device) : null,
    },
    refusalOf(caller, candidate ?? null, login),
  )
  const second = await checkPasskey(app, party, challenge_id, read)
  if (!candidate || !second) return refuse(app, caller, candidate ?? null, login, 'wrong_passkey')

  const proof: Proof = {
    user_id: candidate.user.id,
    // As with a password: an account that was reset meanwhile, or whose one-time password has expired, stays shut.
    checked_hash: candidate.password_hash,
    second,
  }
  const opened = await app.db.transaction().execute((tx) => openSession(app, tx, caller, proof))
  if (typeof opened === 'string') return refuse(app, caller, candidate, login, opened)
  await attempt.succeeded()
  return opened
}
