import type { PasskeyAnswer } from '#/contract/factor-proof.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { SecondProof } from '../sessions/second-proof.ts'
import { Assertion, userHandleOf } from './credential-json.ts'
import type { RelyingParty } from './relying-party.ts'
import { countUse, findPasskey, takeChallenge, type StoredPasskey } from './store.ts'
import { loadWebAuthn, reasonOf } from './webauthn.ts'

/** What a browser signed, and the passkey it names, if that is known. */
export async function readPasskey({ db }: Pick<App, 'db'>, credential: PasskeyAnswer['credential']) {
  const given = Assertion.safeParse(credential).data
  return { given, passkey: given && (await findPasskey(db, given.id)) }
}

/**
 * Checks the answer to a challenge of the login page, which is used up by it. Returns what uses the passkey up, to be called under the
 * lock of the account; null: the answer proves nothing.
 */
export async function checkPasskey(
  app: Pick<App, 'db' | 'log' | 'clock'>,
  party: RelyingParty,
  challengeId: string,
  { given, passkey }: Awaited<ReturnType<typeof readPasskey>>,
): Promise<((tx: Tx) => Promise<SecondProof | 'wrong_passkey'>) | null> {
  const challenge = await takeChallenge(app.db, challengeId, null)
  if (challenge === undefined || !given || !passkey) return null
  const count = await verifyAssertion(app, party, challenge, given, passkey)
  if (count === null) return null
  return async (tx) =>
    (await countUse(tx, passkey.id, count, app.clock.now().toISOString()))
      ? { second_factor: 'passkey', passkey_id: passkey.id }
      : 'wrong_passkey'
}

/** The counter of a good signature; null for any other. */
async function verifyAssertion(
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
