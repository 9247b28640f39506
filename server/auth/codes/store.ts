import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { hasFactorOf } from '../sessions/store.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    authenticators: {
      user_id: string
      /** Sealed. */
      secret: string
      created_at: string
      /** null: set up, but no code of it was seen yet; a login does not need it. */
      confirmed_at: string | null
      /** The last step of time a code was taken for; no code of it or before counts again. */
      last_step: Generated<number>
    }
    recovery_codes: { user_id: string; code_hash: Buffer; used_at: string | null }
  }
}

/** Does a login need anything beside the password? */
export async function hasFactor(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasFactorOf(sql`${userId}::uuid`)} as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Puts one that is not confirmed yet in the place of another such. false: a confirmed one stands there. */
export async function putUnconfirmed(tx: Tx, user_id: string, secret: string, created_at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('authenticators')
    .values({ user_id, secret, created_at, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, created_at }).where('authenticators.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const findAuthenticator = (db: Db | Tx, userId: string) =>
  db.selectFrom('authenticators').select(['secret', 'confirmed_at']).where('user_id', '=', userId).executeTakeFirst()

export async function markConfirmed(tx: Tx, userId: string, confirmed_at: string, last_step: number): Promise<void> {
  await tx.updateTable('authenticators').set({ confirmed_at, last_step }).where('user_id', '=', userId).execute()
}

/** Of two logins with one code the second waits for the first and then finds the step taken: false. */
export async function takeStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** One that was begun and never confirmed. */
export async function deleteUnconfirmed(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('authenticators').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
}

/** false: there was no confirmed one. */
export async function deleteAuthenticator(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .execute()
  return deleted.some(({ confirmed_at }) => confirmed_at !== null)
}

export async function replaceRecoveryCodes(tx: Tx, user_id: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((code_hash) => ({ user_id, code_hash, used_at: null }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}

/** Of two logins with one code the second waits for the first and then finds it used: false. */
export async function takeRecoveryCode(
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
  used_at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
