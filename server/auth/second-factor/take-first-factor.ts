import type { Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import type { SecondProof } from '../sessions/second-proof.ts'
import { recordEnds } from '../sessions/record-ends.ts'
import { deleteChallengesOf } from '../passkeys/store.ts'
import { markProved } from '../sessions/session-proof-store.ts'
import { endSessions } from '../sessions/store.ts'
import { issueRecoveryCodes } from '../codes/issue-recovery-codes.ts'
import { deleteUnconfirmed } from '../codes/store.ts'

/**
 * The first factor of a person has just been set up in this session, which has thereby proved it. Every other session was opened with the
 * password alone, perhaps by a thief: it ends, and so does what such a person may have begun to set up. Returns the recovery codes.
 */
export async function takeFirstFactor(
  app: App,
  tx: Tx,
  actor: Actor,
  { user, session_id }: Identity,
  proof: SecondProof,
): Promise<string[]> {
  await deleteUnconfirmed(tx, user.id)
  await deleteChallengesOf(tx, user.id)
  await markProved(tx, session_id, proof)
  const ended = await endSessions(tx, user.id, { except: session_id })
  await recordEnds(app, tx, actor, ended, 'factor_enrolled')
  return issueRecoveryCodes(tx, user.id)
}
