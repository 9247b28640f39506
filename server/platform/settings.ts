import { sql, type Generated } from 'kysely'
import type { Db, Tx } from './database/db.ts'
import type { EncryptionKeys } from './encryption/encryption-keys.ts'
import { decrypt, encrypt, type Place } from './encryption/encryption.ts'

declare module './database/db.ts' {
  interface Tables {
    settings: { name: string; value: Generated<unknown>; secret: string | null; updated_at: Generated<string> }
  }
}

const placeOf = (name: string): Place => ({ table: 'settings', row: name, field: 'secret' })

/** Opens what `listSecretSettings` gave. */
export const openSecretSetting = (keys: EncryptionKeys, name: string, envelope: string): Buffer =>
  decrypt(keys, placeOf(name), envelope)

export async function findSecretSetting(db: Db | Tx, keys: EncryptionKeys, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('settings').select('secret').where('name', '=', name).executeTakeFirst()
  return row?.secret ? openSecretSetting(keys, name, row.secret) : undefined
}

/** The setting of this name and those called `<name>.…`, as long as they are sealed secrets. */
export async function listSecretSettings(db: Db | Tx, name: string): Promise<{ name: string; secret: string }[]> {
  const { rows } = await sql<{ name: string; secret: string }>`
    select name, secret from settings
    where (name = ${name} or starts_with(name, ${`${name}.`})) and secret is not null`.execute(db)
  return rows
}

/** A value that is no secret. */
export async function findSetting(db: Db | Tx, name: string): Promise<unknown> {
  return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value
}

/** A value that is there already stays. */
export async function keepSetting(db: Db | Tx, name: string, value: string): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
            on conflict (name) do nothing`.execute(db)
}

/** The secret that is kept, or `fresh` if there was none; of two processes the first to store it decides. */
export async function keepSecretSetting(
  db: Db | Tx,
  keys: EncryptionKeys,
  name: string,
  fresh: Buffer,
): Promise<Buffer> {
  await sql`insert into settings (name, secret) values (${name}, ${encrypt(keys, placeOf(name), fresh)})
            on conflict (name) do nothing`.execute(db)
  const kept = await findSecretSetting(db, keys, name)
  if (!kept) throw new Error(`setting ${name} is not a secret`)
  return kept
}
