import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { SecondProof } from '../sessions/second-proof.ts'
import { openSecret } from './authenticator-secret.ts'
import { readCode, recoveryHash } from './codes.ts'
import { countRecoveryCodes, findAuthenticator, takeRecoveryCode, takeStep } from './store.ts'
import { stepOf } from './totp.ts'

/**
 * Takes the code a person gave beside the password. It is part of the transaction that opens the session, so that a code is
 * used up by exactly one login, and by none that opens no session.
 */
export async function proveSecondFactor(
  app: Pick<App, 'clock' | 'audit' | 'encryption_keys' | 'log'>,
  tx: Tx,
  actor: Actor & { user: { id: string; login: string } },
  typed: string,
): Promise<SecondProof | 'wrong_code'> {
  const { id } = actor.user
  const code = readCode(typed)
  const now = app.clock.now()
  if ('digits' in code) {
    const found = await findAuthenticator(tx, id)
    const secret = found && openSecret(app, id, found.secret)
    const step = secret ? stepOf(secret, code.digits, now) : null
    return step !== null && (await takeStep(tx, id, step)) ? { second_factor: 'authenticator' } : 'wrong_code'
  }
  const hashes = code.readings.map((reading) => recoveryHash(id, reading))
  if (!(await takeRecoveryCode(tx, id, hashes, now.toISOString()))) return 'wrong_code'
  await recordAudit(app, tx, actor, {
    action: 'auth.recovery_code_used',
    subject: { type: 'user', id },
    details: { left: await countRecoveryCodes(tx, id) },
  })
  return { second_factor: 'recovery_code' }
}
