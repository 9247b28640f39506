import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openSecret } from '#/server/cash-registers/secrets/secrets.ts'
import { openDatabase } from '#/server/platform/database/database.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { givenKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { createLog } from '#/server/platform/log.ts'
import { migrate, migrationContext } from '#/server/platform/migrate.ts'
import { newId, randomSecret } from '#/server/platform/random.ts'
import { sqlCode } from '#/server/sql-code.ts'
import { findSecretSetting, keepSecretSetting } from '#/server/platform/settings.ts'
import { noteSecret } from '../support/evidence.ts'
import { emptyDatabase } from '../support/template-database.ts'

/** Specification §9: migration 0008 moved the global carrier key into the default cash register. */
const encryption_keys = givenKeys([{ kid: 'k1', secret: randomSecret(32) }])
const context = migrationContext(encryption_keys)
const globalKey = randomSecret(16).toString('hex')
noteSecret(globalKey)

interface Kept {
  id: string
  carrier_key: string | null
  carrier_key_hint: string | null
  is_default: boolean
  name: string
}

/** A database as it was before the move: two registers, the global key among the settings. */
async function before({ registers = true, key = true } = {}): Promise<{ db: Db; main: string; other: string }> {
  const database_url = await emptyDatabase(inject('server_url'), inject('template'))
  const log = createLog('silent')
  const database = await openDatabase({ database_url, data_dir: '/nonexistent', claim: 'own', log })
  onTestFinished(() => database.close())
  const { db } = database
  await migrate(db, context, sqlCode, '0007')
  const [main, other] = [newId(), newId()]
  if (registers) {
    await sql`insert into cash_registers (id, name, is_default) values (${main}, 'Головна', true), (${other}, 'Друга', false)`.execute(
      db,
    )
  }
  if (key) await keepSecretSetting(db, encryption_keys, 'carrier_key', Buffer.from(globalKey))
  return { db, main, other }
}

const registersOf = async (db: Db): Promise<Kept[]> =>
  (
    await sql<Kept>`select id, carrier_key, carrier_key_hint, is_default, name from cash_registers order by id`.execute(
      db,
    )
  ).rows

/** Every value of every table, as text. */
async function everythingIn(db: Db): Promise<string> {
  const tables = (await db.introspection.getTables()).filter(({ schema }) => schema === 'public')
  const texts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
    return rows.map(({ row }) => `${name}: ${row}`)
  })
  return (await Promise.all(texts)).flat().join('\n')
}

const opened = (register: Kept | undefined) =>
  openSecret({ encryption_keys }, { ...register, id: register?.id ?? '' }, 'carrier_key')

describe('migration 0008', () => {
  test('moves the global carrier key into the default register, readable, and nowhere else', async () => {
    const { db, main, other } = await before()
    const { secret: old } = await sql<{ secret: string }>`select secret from settings where name = 'carrier_key'`
      .execute(db)
      .then(({ rows }) => rows[0] ?? { secret: '' })
    expect(old).toMatch(/^v1\./)
    await migrate(db, context, sqlCode, '0008')

    const registers = await registersOf(db)
    const [kept, without] = [main, other].map((id) => registers.find((register) => register.id === id))
    expect(opened(kept)).toEqual({ ok: true, secret: globalKey })
    expect(kept?.carrier_key_hint).toBe(`…${globalKey.slice(-4)}`)
    expect(without).toMatchObject({ carrier_key: null, carrier_key_hint: null })
    expect(await findSecretSetting(db, encryption_keys, 'carrier_key')).toBeUndefined()
    const everything = await everythingIn(db)
    expect(everything).not.toContain(old)
    expect(everything).not.toContain(globalKey)
    // Sealed for its new place: moved to another row by hand it does not open.
    expect(opened(kept && { ...kept, id: other })).toEqual({ ok: false, reason: 'unreadable' })
  })

  test('makes a register to hold the key where there is none yet, so that parcels are followed on', async () => {
    const { db } = await before({ registers: false })
    await migrate(db, context, sqlCode, '0008')
    const [register, ...more] = await registersOf(db)
    expect(more).toEqual([])
    expect(register).toMatchObject({ is_default: true, name: 'Основна каса' })
    expect(opened(register)).toEqual({ ok: true, secret: globalKey })
  })

  test('does nothing where there was no key', async () => {
    const { db } = await before({ key: false })
    await migrate(db, context, sqlCode, '0008')
    for (const { carrier_key } of await registersOf(db)) expect(carrier_key).toBeNull()
  })

  test('a key that cannot be opened stops it, says which, and changes nothing', async () => {
    const { db } = await before()
    await sql`update settings set secret = overlay(secret placing 'AAAA' from 12) where name = 'carrier_key'`.execute(
      db,
    )
    const everything = await everythingIn(db)
    await expect(migrate(db, context, sqlCode, '0008')).rejects.toThrow(/settings\.secret \(carrier_key\)/)
    expect(await everythingIn(db)).toBe(everything)
  })
})
