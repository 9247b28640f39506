import type { z } from 'zod'
import { AppError, refuseIf } from '#/contract/errors.ts'
import type { AddedPasskey, AddPasskeyRequest } from '#/contract/second-factor.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { newId } from '#/server/platform/random.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import { lockOwnAccount } from '../sessions/lock-own-account.ts'
import { whyNotAddFactor } from '../rules.ts'
import { hasFactor } from '../codes/store.ts'
import { takeFirstFactor } from './take-first-factor.ts'
import { Attestation } from '../passkeys/credential-json.ts'
import { algorithms } from '../passkeys/offer-passkey.ts'
import type { RelyingParty } from '../passkeys/relying-party.ts'
import { insertPasskey, listPasskeys, takeChallenge } from '../passkeys/store.ts'
import { loadWebAuthn, reasonOf } from '../passkeys/webauthn.ts'

/** A computer, a phone and some keys, with room to spare. */
const passkeysPerUser = 10

/** Adds a passkey to the own account. With the first factor of a person come the recovery codes. */
export async function addPasskey(
  app: App,
  party: RelyingParty,
  actor: Actor,
  identity: Identity,
  { challenge_id, name, credential }: z.infer<typeof AddPasskeyRequest>,
): Promise<AddedPasskey> {
  const { user, session_id } = identity
  refuseIf(whyNotAddFactor(identity))
  const challenge = await takeChallenge(app.db, challenge_id, user.id)
  const made = challenge === undefined ? null : await verify(app, party, challenge, credential)
  if (!made) throw new AppError('passkey.invalid')

  return app.db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, { user_id: user.id, session_id })
    const isFirst = !(await hasFactor(tx, user.id))
    const others = await listPasskeys(tx, user.id)
    if (others.length >= passkeysPerUser) throw new AppError('passkey.too_many', { most: passkeysPerUser })
    const passkey = { id: newId(), name, created_at: app.clock.now().toISOString(), last_used_at: null }
    if (!(await insertPasskey(tx, { ...passkey, ...made, user_id: user.id }))) throw new AppError('passkey.invalid')
    await recordAudit(app, tx, actor, {
      action: 'auth.passkey_added',
      subject: { type: 'user', id: user.id },
      details: { passkey_id: passkey.id, name },
    })
    const proof = { second_factor: 'passkey' as const }
    return { passkey, recovery_codes: isFirst ? await takeFirstFactor(app, tx, actor, identity, proof) : null }
  })
}

async function verify(app: Pick<App, 'log'>, party: RelyingParty, challenge: string, credential: unknown) {
  const given = Attestation.safeParse(credential).data
  if (!given) return null
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter } = registrationInfo.credential
    const { transports } = given.response
    return { credential_id: id, public_key: Buffer.from(publicKey), sign_count: counter, transports }
  } catch (error) {
    // The library throws for everything that is not as it must be; what came is the sender's, so this is no fault of ours.
    app.log.info({ reason: reasonOf(error) }, 'a new passkey was refused')
    return null
  }
}
