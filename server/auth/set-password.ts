import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import { readablePassword } from '#/server/platform/random.ts'
import { hashPassword } from './passwords.ts'
import { putCredentials } from './store.ts'

/** A one-time password is good over a long weekend and no longer. */
const oneTimeHours = 72

/** A password that is not stored yet. Hashing takes a moment, so it is done before the transaction. */
export interface PreparedPassword {
  hash: string
  /** Shown to a person once; null when the password was chosen by its owner. */
  one_time: string | null
}

export async function prepareOneTimePassword(
  app: Pick<App, 'password_cost'>,
): Promise<PreparedPassword & { one_time: string }> {
  const one_time = readablePassword()
  return { hash: await hashPassword(one_time, app.password_cost), one_time }
}

export async function preparePassword(app: Pick<App, 'password_cost'>, password: string): Promise<PreparedPassword> {
  return { hash: await hashPassword(password, app.password_cost), one_time: null }
}

export async function setPassword(
  app: Pick<App, 'clock'>,
  tx: Tx,
  userId: string,
  { hash, one_time }: PreparedPassword,
): Promise<void> {
  const now = app.clock.now()
  await putCredentials(tx, userId, {
    password_hash: hash,
    must_change: one_time !== null,
    one_time_until: one_time === null ? null : new Date(now.getTime() + oneTimeHours * 3_600_000).toISOString(),
    changed_at: now.toISOString(),
  })
}
