import { AppError } from '#/contract/errors.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { deletePasskeysOf } from '../passkeys/store.ts'
import { lockAccount } from '../sessions/store.ts'
import { dropLeftovers } from './drop-leftovers.ts'
import { deleteAuthenticator, hasFactor } from '../codes/store.ts'

/** Takes everything away that a person proves beside the password: the phone is lost, and with it the codes. */
export async function forgetFactors(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId)
  if (!(await hasFactor(tx, userId))) throw new AppError('auth.second_factor_missing')
  await deleteAuthenticator(tx, userId)
  await deletePasskeysOf(tx, userId)
  await dropLeftovers(tx, userId)
}
