import { AppError } from '#/contract/errors.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { lockAccount, lockSession, type LoginCandidate } from './store.ts'

/**
 * First in a transaction in which a person changes how they log in: whatever else changes that is waited for, and it may have ended this
 * session meanwhile. The account comes before sessions, so that two such transactions meet there and nowhere else.
 */
export async function lockOwnAccount(
  tx: Tx,
  { user_id, session_id }: { user_id: string; session_id: string },
): Promise<LoginCandidate> {
  const account = await lockAccount(tx, user_id)
  const session = await lockSession(tx, session_id)
  if (!account || account.user.disabled || !session?.live) throw new AppError('auth.session_ended')
  return account
}
