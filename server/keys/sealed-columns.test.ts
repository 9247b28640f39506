import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCode, isOutside, readTree } from '#/test/house/source.ts'
import { aUser } from '#/test/support/people.ts'
import { startTestApp, type TestApp } from '#/test/support/test-app.ts'
import { encrypt } from '../platform/encryption/encryption.ts'
import { newId } from '../platform/random.ts'
import { sealedColumns } from './sealed-columns.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
  const id = newId()
  const seal = (field: string) =>
    encrypt(kasyr.app.encryption_keys, { table: 'cash_registers', row: id, field }, `a secret ${field}`)
  await sql`insert into cash_registers (id, name, license_key, pin, carrier_key, carrier_phones)
            values (${id}, 'a', ${seal('license_key')}, ${seal('pin')}, ${seal('carrier_key')}, ${seal('carrier_phones')})`.execute(
    kasyr.db,
  )
  const { id: user_id } = await aUser(kasyr)
  const secret = encrypt(
    kasyr.app.encryption_keys,
    { table: 'authenticators', row: user_id, field: 'secret' },
    'base32',
  )
  await sql`insert into authenticators (user_id, secret, created_at) values (${user_id}, ${secret}, now())`.execute(
    kasyr.db,
  )
})
afterAll(() => kasyr.close())

const listed = sealedColumns.map(({ table, field }) => `${table}.${field}`).toSorted()

/** Every column of every table that has an envelope in it, or in its JSON. */
async function columnsWithEnvelopes(): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`.execute(kasyr.db)
  const found: string[] = []
  for (const { schema, table, column } of columns) {
    const { rows } = await sql`
      select 1 from ${sql.table(`${schema}.${table}`)}
      where ${sql.ref(column)}::text ~ 'v1\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{16}\\.' limit 1`.execute(kasyr.db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}

test('every column that holds a sealed secret is one the rotation knows, and the other way round', async () => {
  expect(await columnsWithEnvelopes()).toEqual(listed)
  const stray = encrypt(kasyr.app.encryption_keys, { table: 'users', row: 'a', field: 'name' }, 'x')
  await sql`update users set name = ${stray}`.execute(kasyr.db)
  expect(await columnsWithEnvelopes()).toEqual([...listed, 'users.name'].toSorted())
})

test('every place the code seals for is in a table the rotation knows', () => {
  const code = readTree().filter(
    (file) => isCode(file) && !isOutside(file) && /^server\/(?!migrations)/.test(file.path),
  )
  const tables = code.flatMap(({ text }) => [...text.matchAll(/\btable: '(\w+)', row\b/g)].map(([, table]) => table))
  expect(new Set(tables)).toEqual(new Set(sealedColumns.map(({ table }) => table)))
})

test('the key column of each is what the row is called by', async () => {
  const { rows } = await sql<{ table: string; key: string }>`
    select c.conrelid::regclass::text as "table", a.attname as key from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) where c.contype = 'p'`.execute(kasyr.db)
  for (const { table, key } of sealedColumns) expect(rows).toContainEqual({ table, key })
})
