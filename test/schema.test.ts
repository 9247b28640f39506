import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { dumpSchema } from '#/scripts/dump-schema.ts'
import { copyTemplate } from './support/template-database.ts'

const root = join(import.meta.dirname, '..')
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8')

let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: await copyTemplate(inject('server_url'), inject('template')) })
  await client.connect()
})
afterAll(() => client.end())

/** Runs the statement, looks, and takes everything back. */
async function dumpAfter(statement: string): Promise<string> {
  await client.query('begin')
  await client.query(statement)
  const dumped = await dumpSchema(client)
  await client.query('rollback')
  return dumped
}

describe('server/schema.sql', () => {
  test('is the schema that the migrations make; `npm run schema` writes it anew', async () => {
    expect(await dumpSchema(client)).toBe(read('server', 'schema.sql'))
  })

  test.each([
    ['a column', 'alter table users add nickname text'],
    ['a default', `alter table users alter name set default 'x'`],
    ['a column that may be empty', 'alter table users alter name drop not null'],
    ['a table', 'create table pockets (id int)'],
    ['an index', 'create index users_by_name on users (name)'],
    ['a constraint', `alter table users add check (name <> 'x')`],
    ['a foreign key', 'alter table events add foreign key (subject_id) references users'],
    ['a trigger', 'create trigger a before delete on users execute function refuse_change()'],
    ['a trigger that is switched off', 'alter table receipts disable trigger hold_receipt'],
    ['a function', `create function one() returns int language sql as 'select 1'`],
    ['a sequence', 'create sequence numbers'],
    ['a right', 'grant delete on receipts to public'],
    ['a storage option', 'alter table orders set (fillfactor = 70)'],
    ['statistics', 'create statistics pairs on tab, ordered_at from orders'],
  ])('would differ by %s', async (_what, statement) => {
    expect(await dumpAfter(statement)).not.toBe(read('server', 'schema.sql'))
  })
})

describe('docs/triggers.md', () => {
  /** `table trigger` for each pair that a row of the page names. */
  const named = (page: string): string[] =>
    page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => {
        const [tables = [], triggers = []] = line
          .split('|')
          .slice(1, 3)
          .map((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = '']) => name))
        return tables.flatMap((table) => triggers.map((trigger) => `${table} ${trigger}`))
      })
      .toSorted()

  test('names every trigger of the database, and none other', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname || ' ' || t.tgname as name
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where not t.tgisinternal and n.nspname <> 'pgboss'`,
    )
    expect(named(read('docs', 'triggers.md'))).toEqual(rows.map(({ name }) => name).toSorted())
  })
})
