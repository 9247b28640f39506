import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { readablePassword } from '#/server/platform/random.ts'
import { hashPassword } from './passwords.ts'
import { putCredentials } from '../sessions/store.ts'

/** A password that an admin knows is good for one login, over a long weekend and no longer. */
const oneTimeHours = 72

/** A password that is not stored yet. Hashing takes a moment, so it is done before the transaction. */
export interface PreparedPassword {
  hash: string
  /** Shown to a person once; null when the password was not made up here. */
  one_time: string | null
  /** An admin knows it, so it is replaced at the first login. */
  must_change: boolean
}

export async function prepareOneTimePassword(
  app: Pick<App, 'password_cost'>,
): Promise<PreparedPassword & { one_time: string }> {
  const one_time = readablePassword()
  return { ...(await prepareGivenPassword(app, one_time)), one_time }
}

/** One that an admin chose for another user. */
export const prepareGivenPassword = async (
  app: Pick<App, 'password_cost'>,
  password: string,
): Promise<PreparedPassword> => ({ ...(await preparePassword(app, password)), must_change: true })

/** One that its owner chose. */
export async function preparePassword(app: Pick<App, 'password_cost'>, password: string): Promise<PreparedPassword> {
  return { hash: await hashPassword(password, app.password_cost), one_time: null, must_change: false }
}

export async function setPassword(
  app: Pick<App, 'clock'>,
  tx: Tx,
  userId: string,
  { hash, must_change }: PreparedPassword,
): Promise<void> {
  const now = app.clock.now()
  await putCredentials(tx, userId, {
    password_hash: hash,
    must_change,
    one_time_until: must_change ? new Date(now.getTime() + oneTimeHours * 3_600_000).toISOString() : null,
    changed_at: now.toISOString(),
  })
}
