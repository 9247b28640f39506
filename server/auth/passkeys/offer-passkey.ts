import { refuseIf } from '#/contract/errors.ts'
import type { PasskeyOptions } from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'
import { randomSecret } from '#/server/platform/random.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import { whyNotAddFactor } from '../rules.ts'
import { userHandleOf } from './credential-json.ts'
import type { RelyingParty } from './relying-party.ts'
import { keepChallenge, listCredentials } from './store.ts'
import { loadWebAuthn } from './webauthn.ts'

/** Ed25519, ECDSA on P-256 and RSA: every device has one of them. */
export const algorithms = [-8, -7, -257]

/** What the browser needs to make a passkey for this person. */
export async function offerPasskey(
  app: App,
  party: RelyingParty,
  address: string,
  identity: Identity,
): Promise<PasskeyOptions> {
  const { user } = identity
  refuseIf(whyNotAddFactor(identity))
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Касир',
    rpID: party.id,
    userName: user.login,
    userDisplayName: user.name,
    userID: Uint8Array.from(userHandleOf(user.id)),
    challenge: Uint8Array.from(randomSecret()),
    excludeCredentials: await listCredentials(app.db, user.id),
    // Found by the browser without a login, and only with a finger, a face or a PIN: so it replaces password and code.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  const challenge_id = await keepChallenge(app.db, address, user.id, options.challenge)
  return { challenge_id, options: { ...options } }
}
