import { sql } from 'kysely'
import type { Passkey } from '#/contract/auth.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { networkOf } from '#/server/platform/http/edge/network-of.ts'
import { newId } from '#/server/platform/random.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    passkeys: StoredPasskey
    passkey_challenges: {
      id: string
      /** Whose account a passkey is added to; null: it is for logging in. */
      user_id: string | null
      network: string
      challenge: string
      expires_at: string
    }
  }
}

export interface StoredPasskey extends Passkey {
  user_id: string
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
}

/** As long as a person may look for the key or the phone. */
const challengeMinutes = 5
/** Enough for a shop whose computers share one address; each asks anew when its page is opened. The oldest go first. */
const challengesPerNetwork = 100

/** Keeps what a browser is to sign until it is used, and no more of one network than it can need. Gives the id of its answer. */
export async function keepChallenge(
  db: Db,
  address: string,
  user_id: string | null,
  challenge: string,
): Promise<string> {
  const [id, network] = [newId(), networkOf(address)]
  const expires_at = sql<string>`clock_timestamp() + make_interval(mins => ${challengeMinutes})`
  await db.transaction().execute(async (tx) => {
    await sql`
      delete from passkey_challenges where network = ${network} and (expires_at < clock_timestamp() or id in (
        select id from passkey_challenges where network = ${network}
        order by expires_at desc, id desc offset ${challengesPerNetwork - 1}))`.execute(tx)
    await tx.insertInto('passkey_challenges').values({ id, user_id, network, challenge, expires_at }).execute()
  })
  return id
}

/** A challenge is gone with its first use, whatever comes of it. undefined: used, too old, or meant for something else. */
export async function takeChallenge(db: Db, id: string, userId: string | null): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('id', '=', id)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', sql<string>`clock_timestamp()`)
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge
}

export async function purgeChallenges(db: Db): Promise<void> {
  await sql`delete from passkey_challenges where expires_at < clock_timestamp()`.execute(db)
}

export const listPasskeys = (db: Db | Tx, userId: string): Promise<Passkey[]> =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Longer ago is no news; sessions are kept as long after their end. */
const newsDays = 30

/**
 * Passkeys that were added since the owner last logged in otherwise than by them: with a password, or with a passkey that is older. A
 * person who has just used a passkey knows it and those before it.
 */
export async function listPasskeysNewTo(tx: Tx, sessionId: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select added.id, added.name, added.created_at, added.last_used_at
    from sessions this join passkeys added on added.user_id = this.user_id
      left join passkeys used on used.id = this.passkey_id
    where this.id = ${sessionId} and added.created_at > clock_timestamp() - make_interval(days => ${newsDays})
      and (used.created_at is null or used.created_at < added.created_at)
      and not exists (
        select from sessions before left join passkeys by on by.id = before.passkey_id
        where before.user_id = this.user_id and before.id <> this.id and before.created_at > added.created_at
          and (before.passkey_id is null or by.created_at < added.created_at))
    order by added.created_at, added.id`.execute(tx)
  return rows
}

/** The browser gets them, so that it does not offer the same device twice. */
export const listCredentials = (db: Db, userId: string) =>
  db.selectFrom('passkeys').select(['credential_id as id', 'transports']).where('user_id', '=', userId).execute()

/** false: this credential is known already. */
export async function insertPasskey(tx: Tx, passkey: StoredPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const findPasskey = (db: Db, credentialId: string): Promise<StoredPasskey | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** false: the passkey is gone, or its counter has moved on meanwhile. One that does not count says 0 for ever. */
export async function countUse(tx: Tx, id: string, sign_count: number, last_used_at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ sign_count, last_used_at })
    .where('id', '=', id)
    .where((of) =>
      of.or([of('sign_count', '<', sign_count), of.and([of('sign_count', '=', 0), of.val(sign_count === 0)])]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Its name, or undefined for one that this user does not have. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

/** Also what would have become one. Returns how many there were. */
export async function deletePasskeysOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirstOrThrow()
  await deleteChallengesOf(tx, userId)
  return Number(numDeletedRows)
}

/** What would have become a passkey of this person. */
export async function deleteChallengesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
}
