import { sql } from 'kysely'
import type { Db } from '#/server/platform/database/db.ts'
import type { EncryptionKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { decrypt, encrypt } from '#/server/platform/encryption/encryption.ts'
import { newId } from '#/server/platform/random.ts'

export const fields = ['license_key', 'pin', 'carrier_key'] as const
export type Field = (typeof fields)[number]

/** Tells by itself whose it is and which of its changes it was. */
export const secretOf = (id: string, field: Field, revision: number | ''): string =>
  `${field} of ${id}, change ${revision}`

export async function addRegisters(db: Db, keys: EncryptionKeys, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const id = newId()
    const [license_key, pin, carrier_key] = fields.map((field) =>
      encrypt(keys, { table: 'cash_registers', row: id, field }, secretOf(id, field, 0)),
    )
    await sql`insert into cash_registers (id, name, license_key, pin, carrier_key)
              values (${id}, ${`register ${index}`}, ${license_key}, ${pin}, ${carrier_key})`.execute(db)
  }
}

export async function listRegisters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from cash_registers where pin is not null order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** How often each secret was changed, by what it says itself. Throws at the first that does not open. */
export async function readRevisions(db: Db, keys: EncryptionKeys): Promise<Map<string, number>> {
  const revisions = new Map<string, number>()
  for (const field of fields) {
    const { rows } = await sql<{ id: string; envelope: string }>`
      select id, ${sql.ref(field)} as envelope from cash_registers where ${sql.ref(field)} is not null`.execute(db)
    for (const { id, envelope } of rows) {
      const opened = decrypt(keys, { table: 'cash_registers', row: id, field }, envelope).toString()
      const beginning = secretOf(id, field, '')
      if (!opened.startsWith(beginning)) throw new Error(`${field} of ${id} is another secret`)
      revisions.set(`${id} ${field}`, Number(opened.slice(beginning.length)))
    }
  }
  return revisions
}
