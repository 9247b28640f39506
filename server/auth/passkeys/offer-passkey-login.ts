import type { PasskeyOptions } from '#/contract/second-factor.ts'
import type { App } from '#/server/app.ts'
import { randomSecret } from '#/server/platform/random.ts'
import type { RelyingParty } from './relying-party.ts'
import { keepChallenge } from './store.ts'
import { loadWebAuthn } from './webauthn.ts'

/** What the browser needs to ask for any passkey of ours. It names none, because the user is not known yet. */
export async function offerPasskeyLogin(app: App, party: RelyingParty, address: string): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    challenge: Uint8Array.from(randomSecret()),
  })
  const challenge_id = await keepChallenge(app.db, address, null, options.challenge)
  return { challenge_id, options: { ...options } }
}
