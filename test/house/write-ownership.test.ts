import { describe, expect, test } from 'vitest'
import { edgesWithoutTables, writeOwnership } from './write-ownership.ts'

const declaring = (...tables: string[]): string =>
  `declare module '#/server/platform/database/db.ts' { interface Tables { ${tables.map((table) => `${table}: { id: string }`).join(';')} } }\n`
const owners = [
  { path: 'server/users/store.ts', text: `${declaring('users')}tx.insertInto('users'); sql\`update users set a = 1\`` },
  { path: 'server/platform/events.ts', text: `${declaring('events')}sql\`delete from events\`` },
]
const planted = (text: string, path = 'server/auth/x.ts') => writeOwnership([...owners, { path, text }])

describe('a write past the owner is found', () => {
  test.each([
    ["tx.insertInto('users').values({})", 'users', 'server/users/store.ts'],
    ["tx.updateTable('users as u').set({})", 'users', 'server/users/store.ts'],
    ["tx.deleteFrom('events')", 'events', 'server/platform/events.ts'],
    ['sql`insert into users (id) values (${id})`', 'users', 'server/users/store.ts'],
    ['sql`with gone as (delete from events returning id) select 1`', 'events', 'server/platform/events.ts'],
    ['sql`update users as u set name = ${name}`', 'users', 'server/users/store.ts'],
    ['sql`UPDATE only users SET name = 1`', 'users', 'server/users/store.ts'],
    ['sql`truncate users`', 'users', 'server/users/store.ts'],
    ["client.query('delete from users where id = $1')", 'users', 'server/users/store.ts'],
    ["tx.insertInto('orders')", 'orders', 'nobody'],
    ['tx.insertInto(table)', '?', 'nobody'],
    ['sql`delete from ${sql.table(name)}`', '?', 'nobody'],
    ["db.executeSql('update pgboss.job set state = 1')", 'pgboss.job', 'server/platform/jobs/job-store.ts'],
  ])('%s', (text, table, owner) => {
    expect(planted(text)).toEqual([`server/auth/x.ts:1 writes ${table}, which ${owner} owns`])
  })

  test('also between a folder and its inner folder, each of which owns its tables', () => {
    const inner = { path: 'server/users/inner/store.ts', text: `${declaring('badges')}tx.insertInto('badges')` }
    expect(writeOwnership([...owners, inner])).toEqual([])
    const outward = { ...inner, text: `${inner.text}; tx.deleteFrom('users')` }
    expect(writeOwnership([...owners, outward])).toHaveLength(1)
    const inward = { path: 'server/users/other-store.ts', text: "tx.deleteFrom('badges')" }
    expect(writeOwnership([...owners, inner, inward])).toHaveLength(1)
  })

  test('also from another file of the owner’s folder', () => {
    expect(planted("tx.deleteFrom('users')", 'server/users/edit-user.ts')).toHaveLength(1)
  })
})

test('reads, locks, words that look like writes, tests and migrations are left alone', () => {
  const reads = [
    "db.selectFrom('users')",
    'sql`select * from users for update`',
    'sql`select 1 from users for no key update of users`',
    "throw new Error('cannot update users now')",
  ].join('\n')
  expect(planted(reads)).toEqual([])
  expect(planted("tx.insertInto('users')", 'server/auth/x.test.ts')).toEqual([])
  expect(planted('sql`insert into users (id) values (1)`', 'server/migrations/0001_x.ts')).toEqual([])
  const upsert = `${declaring('orders')}sql\`insert into orders (id) values (1) on conflict (id) do update set id = 2\``
  expect(planted(upsert, 'server/orders/store.ts')).toEqual([])
})

test('only the rotation of keys may write a table it does not name', () => {
  expect(planted('sql`update ${sql.table(name)} as kept set a = 1`', 'server/keys/store.ts')).toEqual([])
  expect(planted('sql`update users set a = 1`', 'server/keys/store.ts')).toHaveLength(1)
})

test('a table with two owners, or with one that is no store, is found', () => {
  expect(planted(declaring('users'), 'server/auth/sessions/store.ts')).toContain(
    'server/users/store.ts declares users, which server/auth/sessions/store.ts owns',
  )
  expect(planted(declaring('orders'), 'server/orders/edit-order.ts')).toEqual([
    "server/orders/edit-order.ts declares orders, but a feature's tables belong in its store",
  ])
})

describe('commands, routes and jobs that reach into a table are found', () => {
  test.each([
    ['server/cli/user.ts', "app.db.selectFrom('users')"],
    ['server/users/routes.ts', 'sql`select * from users`'],
    ['server/auth/jobs.ts', 'sql`delete from sessions`'],
  ])('%s: %s', (path, text) => {
    expect(edgesWithoutTables([{ path, text }])).toEqual([`${path}:1 reaches into a table`])
  })

  test('and asking the server about itself is left alone', () => {
    const text = "sql`select current_setting('fsync'), clock_timestamp() as now`"
    expect(edgesWithoutTables([{ path: 'server/cli/doctor.ts', text }])).toEqual([])
    expect(edgesWithoutTables([{ path: 'server/users/store.ts', text: "db.selectFrom('users')" }])).toEqual([])
    expect(edgesWithoutTables([{ path: 'server/platform/jobs/jobs.ts', text: 'sql`select 1 from x`' }])).toEqual([])
  })
})
