import type { App } from '#/server/app.ts'
import { userHandleOf, type Assertion } from './credential-json.ts'
import type { RelyingParty } from './relying-party.ts'
import type { StoredPasskey } from './store.ts'
import { loadWebAuthn, reasonOf } from './webauthn.ts'

/** The counter of a good signature; null for any other. */
export async function verifyAssertion(
  app: Pick<App, 'log'>,
  party: RelyingParty,
  challenge: string,
  given: Assertion,
  passkey: StoredPasskey,
): Promise<number | null> {
  if (given.response.userHandle !== userHandleOf(passkey.user_id).toString('base64url')) return null
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: passkey.sign_count,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (error) {
    // The library throws for everything that is not as it must be; what came is the sender's, so this is no fault of ours.
    app.log.info({ reason: reasonOf(error) }, 'a passkey was refused')
    return null
  }
}
