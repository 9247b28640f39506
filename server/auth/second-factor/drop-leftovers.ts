import type { Tx } from '#/server/platform/database/db.ts'
import { forgetProofs } from '../sessions/session-proof-store.ts'
import { hasFactor, replaceRecoveryCodes } from '../codes/store.ts'

/** After a factor was taken away: recovery codes stand in for one, and sessions have proved one, so both go with the last. */
export async function dropLeftovers(tx: Tx, userId: string): Promise<void> {
  if (await hasFactor(tx, userId)) return
  await replaceRecoveryCodes(tx, userId, [])
  await forgetProofs(tx, userId)
}
