import type { PasskeyAnswer } from '#/contract/factor-proof.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { SecondProof } from '../sessions/second-proof.ts'
import { Assertion } from './credential-json.ts'
import { requireRelyingParty } from './relying-party.ts'
import { countUse, findPasskey, takeChallenge } from './store.ts'
import { verifyAssertion } from './verify-assertion.ts'

/**
 * A passkey shown by a person who is logged in, to prove that it is still they. It signs a challenge of the login page; it must be one of their
 * own. Returns what uses it up, to be called under the lock of the account.
 */
export async function checkOwnPasskey(
  app: Pick<App, 'db' | 'log' | 'clock' | 'config'>,
  host: string,
  userId: string,
  { challenge_id, credential }: PasskeyAnswer,
): Promise<(tx: Tx) => Promise<SecondProof | 'wrong_passkey'>> {
  const party = requireRelyingParty(app.config.public_url, host)
  const given = Assertion.safeParse(credential).data
  const passkey = given && (await findPasskey(app.db, given.id))
  const challenge = await takeChallenge(app.db, challenge_id, null)
  const count =
    challenge !== undefined && given && passkey?.user_id === userId
      ? await verifyAssertion(app, party, challenge, given, passkey)
      : null
  if (!passkey || count === null) return async () => 'wrong_passkey'
  return async (tx) =>
    (await countUse(tx, passkey.id, count, app.clock.now().toISOString()))
      ? { second_factor: 'passkey' }
      : 'wrong_passkey'
}
