import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '#/server/config.ts'
import { startContext, type Running } from '#/server/start-context.ts'
import { createLog } from '#/server/platform/log.ts'
import { newId } from '#/server/platform/random.ts'
import { background } from '#/server/worker.ts'
import { runKasyr } from '../support/command-line.ts'
import { noteSecret } from '../support/evidence.ts'
import { copyTemplate, emptyDatabase, urlOf } from '../support/template-database.ts'

/** Owners of their own, so that what is done to their roles touches no other test on the same server. */
let server: Client
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kasyr-owners-'))
  server = await connected(inject('server_url'))
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true, force: true })
})

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

async function on<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = await connected(url)
  try {
    const result = await client.query<Row>(statement)
    return Array.isArray(result) ? [] : result.rows
  } finally {
    await client.end()
  }
}

const password = 'vlasnyk-bazy-4417'
noteSecret(password)

/** A role that can log in, with these attributes; it goes with the databases of the run. */
async function anOwner(attributes: string): Promise<string> {
  const name = `${inject('template')}_${newId().slice(-12)}`
  await server.query(`create role ${name} login password '${password}' ${attributes}`)
  return name
}

function as(url: string, role: string, secret = password): string {
  const address = new URL(url)
  address.username = role
  address.password = secret
  return address.href
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

/** A start of the service as far as its database, until the test ends or says so. */
async function start(environment: Record<string, string>): Promise<Running & { log_lines: string[] }> {
  const log_lines: string[] = []
  const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => (log_lines.push(chunk.toString()), done()) })
  const config = readConfig({ KASYR_DATA_DIR: folder, ...environment }, folder)
  const running = await startContext({ config, claim: 'own', background, log: createLog('info', sink) })
  let open = true
  const close = async () => {
    if (open) await running.close()
    open = false
  }
  onTestFinished(close)
  return { ...running, close, log_lines }
}

const doctor = (environment: Record<string, string>) =>
  runKasyr(['doctor'], { KASYR_DATA_DIR: folder, KASYR_PORT: '0', ...environment })

describe('a role that somebody gave more than it needs', () => {
  test('is mended at the next start, and the log tells what was taken back', async () => {
    const owner = await anOwner('superuser')
    const given = await copyTemplate(inject('server_url'), inject('template'))
    const environment = { DATABASE_URL: as(given, owner) }
    const first = await start(environment)
    const { role } = first.database.serving
    expect(first.database.serving).toMatchObject({ role: `${owner}_service`, is_owner: false, excess: [] })
    await first.close()

    await on(
      given,
      `alter role ${role} superuser createdb createrole inherit replication bypassrls;
       alter role ${role} password 'another-one'; alter role ${role} set search_path = pg_catalog;
       alter role ${role} in database ${nameOf(given)} set statement_timeout = 1;
       grant ${owner} to ${role}; grant pg_read_all_data to ${role} with admin option;
       grant all on audit_log to ${role} with grant option; grant update (hash) on audit_seals to ${role};
       grant delete on receipt_events to public; grant truncate on orders to ${role};
       grant create on schema public to ${role}; grant create on schema public to public;
       grant temporary, create on database ${nameOf(given)} to ${role}; grant temporary on database ${nameOf(given)} to public;
       grant usage on sequence events_id_seq to ${role};
       create table planted (id int); alter table planted owner to ${role};
       create table neighbour (id int); grant select on neighbour to public; grant delete on neighbour to ${role}`,
    )
    const second = await start(environment)
    expect(second.database.serving.excess).toEqual([])
    expect(second.log_lines.join('')).toMatch(/taken back/)
    const told = second.log_lines.find((line) => line.includes('taken back')) ?? ''
    for (const taken of [
      'SUPERUSER',
      'BYPASSRLS',
      `member of ${owner}`,
      'UPDATE on public.audit_log',
      'owner of objects',
    ])
      expect(told).toContain(taken)
    expect(await on(given, widthOf(role))).toEqual([
      {
        attributes: 0,
        memberships: 0,
        settings: 0,
        owned: 0,
        audit: 0,
        seals: 0,
        history: 0,
        orders: 0,
        may_create: 0,
      },
    ])
    // What another program keeps in the same schema stays as open as it was, but for the role.
    expect(
      await on(
        given,
        `select has_table_privilege('${role}', 'neighbour', 'SELECT, DELETE') as any,
                         has_table_privilege('${role}', 'neighbour', 'DELETE') as delete`,
      ),
    ).toEqual([{ any: true, delete: false }])
    await second.close()
    const third = await start(environment)
    expect(third.log_lines.join('')).not.toMatch(/taken back/)
  })

  /** By what PostgreSQL itself would decide, not by how the rights are written down. */
  const widthOf = (role: string): string => `
    select (rolsuper::int + rolcreatedb::int + rolcreaterole::int + rolinherit::int + rolreplication::int + rolbypassrls::int) as attributes,
      (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
      (select count(*)::int from pg_db_role_setting where setrole = r.oid) as settings,
      (select count(*)::int from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned,
      has_table_privilege(r.oid, 'audit_log', 'UPDATE, DELETE, TRUNCATE, TRIGGER, INSERT WITH GRANT OPTION')::int as audit,
      has_any_column_privilege(r.oid, 'audit_seals', 'UPDATE')::int as seals,
      has_table_privilege(r.oid, 'receipt_events', 'DELETE')::int as history,
      has_table_privilege(r.oid, 'orders', 'TRUNCATE')::int as orders,
      (has_schema_privilege(r.oid, 'public', 'CREATE') or has_database_privilege(r.oid, current_database(), 'CREATE, TEMPORARY'))::int as may_create
    from pg_roles r where rolname = '${role}'`
})

describe('DATABASE_URL of', () => {
  test('an owner who may make roles gets a service role, whose password follows from the owner’s', async () => {
    const owner = await anOwner('createrole')
    const given = await emptyDatabase(inject('server_url'), inject('template'))
    await server.query(`alter database ${nameOf(given)} owner to ${owner}`)
    const running = await start({ DATABASE_URL: as(given, owner) })
    expect(running.database.serving).toEqual({
      role: `${owner}_service`,
      is_owner: false,
      owner: { role: owner, superuser: false, createrole: true, owner: true },
      excess: [],
    })
    expect(running.log_lines.join('')).not.toMatch(/too powerful/)
    // Every process of a fleet comes to the same one, and none is stored in the clear.
    expect((await start({ DATABASE_URL: as(given, owner) })).database.url).toBe(running.database.url)
    const [stored] = await on<{ rolpassword: string }>(
      inject('server_url'),
      `select rolpassword from pg_authid where rolname = '${owner}_service'`,
    )
    expect(stored?.rolpassword).toMatch(/^SCRAM-SHA-256\$/)
  })

  test('a plain owner works, is told too powerful with the SQL to mend it, and that SQL mends it', async () => {
    const owner = await anOwner('')
    const given = await emptyDatabase(inject('server_url'), inject('template'))
    await server.query(`alter database ${nameOf(given)} owner to ${owner}`)
    const alone = { DATABASE_URL: as(given, owner) }
    const running = await start(alone)
    expect(running.database.serving).toMatchObject({ role: owner, is_owner: true })
    expect(running.log_lines.join('')).toMatch(/too powerful/)
    await running.close()
    const told = await doctor(alone)
    expect(told).toMatchObject({ code: 1, out: expect.stringContaining('✗ DATABASE_URL') })
    const statement = /CREATE ROLE [^;]+;/.exec(told.out)?.[0] ?? ''
    expect(statement).toContain(`"${owner}_service"`)

    await server.query(statement)
    const service = as(given, `${owner}_service`, 'новий-пароль')
    const apart = { DATABASE_URL: service, KASYR_DATABASE_OWNER_URL: as(given, owner) }
    const separated = await start(apart)
    expect(separated.database.serving).toMatchObject({ role: `${owner}_service`, is_owner: false, excess: [] })
    expect((await (await separated.database.owner()).pool.query('select current_user as me')).rows).toEqual([
      { me: owner },
    ])
    await separated.close()
    expect((await doctor(apart)).out).toContain(`✓ Роль бази даних: запити обслуговує «${owner}_service»`)

    await limitedAlone(service, apart)
  })

  /** What a web process of a fleet has: the limited role, and no way to the owner. */
  async function limitedAlone(service: string, apart: Record<string, string>): Promise<void> {
    const limited = await start({ DATABASE_URL: service })
    expect(limited.database.serving).toMatchObject({ is_owner: false, owner: null, excess: [] })
    await expect(limited.database.owner()).rejects.toThrow('KASYR_DATABASE_OWNER_URL')
    await limited.close()
    const here = { KASYR_DATA_DIR: folder, DATABASE_URL: service }
    expect(await runKasyr(['user', 'list'], here)).toMatchObject({ code: 0 })
    // As after an update of the program alone.
    await on(
      apart.KASYR_DATABASE_OWNER_URL ?? '',
      `update sql_code set sum = '' where file = 'orders/sql/order-bodies.sql'`,
    )
    await expect(start({ DATABASE_URL: service })).rejects.toThrow(/файлів SQL: 1\..*KASYR_DATABASE_OWNER_URL/)
    expect(await runKasyr(['migrate'], here)).toMatchObject({
      code: 1,
      err: expect.stringContaining('KASYR_DATABASE_OWNER_URL'),
    })
    expect((await runKasyr(['migrate'], { KASYR_DATA_DIR: folder, ...apart })).code).toBe(0)
    await start({ DATABASE_URL: service })
  }

  test('a limited role that has more than it needs is told of, since nobody at hand may take it back', async () => {
    const owner = await anOwner('superuser')
    const given = await copyTemplate(inject('server_url'), inject('template'))
    const service = as(given, `${owner}_web`)
    // The role of DATABASE_URL is made by the owner with the password of the address, as compose.yaml relies on.
    await (await start({ DATABASE_URL: service, KASYR_DATABASE_OWNER_URL: as(given, owner) })).close()
    await on(given, `grant update on audit_log to ${owner}_web`)
    const told = await doctor({ DATABASE_URL: service })
    expect(told).toMatchObject({ code: 1, out: expect.stringContaining('UPDATE on public.audit_log') })
    expect((await start({ DATABASE_URL: service })).log_lines.join('')).toMatch(/more rights than it needs/)
  })

  test('a superuser is served by a limited role, and still told too powerful', async () => {
    const given = await copyTemplate(inject('server_url'), inject('template'))
    const told = await doctor({ DATABASE_URL: given })
    // The server of the tests does without fsync, and the doctor says so; nothing else is ill.
    expect(told.out.split('\n').filter((line) => line.startsWith('✗'))).toEqual([expect.stringContaining('fsync off')])
    expect(told.out).toMatch(/✓ Роль бази даних: .*_service/)
    expect(told.out).toMatch(/! DATABASE_URL: .*надто могутня: це суперкористувач/)
  })

  test('the owner twice, or of nobody’s, is refused or told', async () => {
    const owner = await anOwner('superuser')
    const given = await copyTemplate(inject('server_url'), inject('template'))
    const twice = await start({ DATABASE_URL: as(given, owner), KASYR_DATABASE_OWNER_URL: as(given, owner) })
    expect(twice.database.serving.is_owner).toBe(true)
    const nobody = await anOwner('')
    const wrong = { DATABASE_URL: as(given, owner), KASYR_DATABASE_OWNER_URL: as(given, nobody) }
    await expect(start(wrong)).rejects.toThrow(/KASYR_DATABASE_OWNER_URL не є власником/)
  })
})

test('five processes that start at once on a new database all come up', async () => {
  const owner = await anOwner('createrole')
  const given = await emptyDatabase(inject('server_url'), inject('template'))
  await server.query(`alter database ${nameOf(given)} owner to ${owner}`)
  const environment = { DATABASE_URL: urlOf(as(inject('server_url'), owner), nameOf(given)) }
  const all = await Promise.all(Array.from({ length: 5 }, () => start(environment)))
  expect(new Set(all.map(({ database }) => database.serving.role))).toEqual(new Set([`${owner}_service`]))
  expect(all.flatMap(({ migrated }) => migrated).filter((step) => step.includes('0001'))).toHaveLength(1)
})
