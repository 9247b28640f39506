import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyTemplate } from '#/test/support/template-database.ts'
import { openDatabase, type Database } from './database/database.ts'
import { givenKeys } from './encryption/encryption-keys.ts'
import { UnreadableSecret } from './encryption/encryption.ts'
import { createLog } from './log.ts'
import { randomSecret } from './random.ts'
import { findSecretSetting, keepSecretSetting } from './settings.ts'

const keys = givenKeys([{ kid: 'k1', secret: randomSecret(32) }])
let database: Database

beforeAll(async () => {
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  database = await openDatabase({ database_url, data_dir: '/nonexistent', claim: 'own', log: createLog('silent') })
})
afterAll(() => database.close())

test('a secret setting is kept encrypted and read back as it was', async () => {
  const secret = Buffer.from('дуже таємно')
  expect(await keepSecretSetting(database.db, keys, 'first', secret)).toEqual(secret)
  expect(await findSecretSetting(database.db, keys, 'first')).toEqual(secret)
  const rows = await database.db.selectFrom('settings').selectAll().where('name', '=', 'first').execute()
  expect(rows).toEqual([expect.objectContaining({ value: null, secret: expect.stringMatching(/^v1\.k1\./) })])
  expect(JSON.stringify(rows)).not.toContain('таємно')
})

test('a setting that was never kept is not found', async () => {
  expect(await findSecretSetting(database.db, keys, 'nothing')).toBeUndefined()
})

test('whoever keeps first decides, and everybody who comes at the same moment gets the same secret', async () => {
  const offered = Array.from({ length: 20 }, () => randomSecret(32))
  const kept = await Promise.all(offered.map((fresh) => keepSecretSetting(database.db, keys, 'race', fresh)))
  expect(new Set(kept.map((secret) => secret.toString('hex'))).size).toBe(1)
  expect(offered).toContainEqual(kept[0])
})

test('a secret copied to another setting does not open there', async () => {
  await keepSecretSetting(database.db, keys, 'source', randomSecret(32))
  await sql`insert into settings (name, secret) select 'target', secret from settings where name = 'source'`.execute(
    database.db,
  )
  await expect(findSecretSetting(database.db, keys, 'target')).rejects.toThrow(UnreadableSecret)
})

test('a secret whose key is gone is an error, never a fresh secret in its place', async () => {
  await keepSecretSetting(database.db, keys, 'lost', randomSecret(32))
  const others = givenKeys([{ kid: 'k2', secret: randomSecret(32) }])
  await expect(keepSecretSetting(database.db, others, 'lost', randomSecret(32))).rejects.toThrow('немає ключа «k1»')
})

test('an open setting is not taken for a secret', async () => {
  await sql`insert into settings (name, value) values ('open', '"hello"')`.execute(database.db)
  await expect(keepSecretSetting(database.db, keys, 'open', randomSecret(32))).rejects.toThrow(
    'setting open is not a secret',
  )
})
