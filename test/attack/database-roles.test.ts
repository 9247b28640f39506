import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grants } from '#/server/grants.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

/** What an attacker gets who can put SQL into a statement of the service, and what PostgreSQL makes of it. */
let kasyr: TestApp
let owner: Client
let service: Client
let role: string
beforeAll(async () => {
  kasyr = await startTestApp()
  const { running } = kasyr
  owner = await connected(kasyr.config.database_url ?? '')
  service = await connected(running.database.url)
  role = running.database.serving.role
  const admin = await loggedIn(kasyr, 'admin')
  await admin.get('/audit')
  await kasyr.app.jobs.tick()
  await kasyr.app.jobs.runDue()
})
afterAll(async () => {
  await service.end()
  await owner.end()
  await kasyr.close()
})

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

const granted = Object.entries(grants).flatMap(([schema, named]) =>
  Object.entries(named).map(([name, rights]): [string, readonly string[]] => [`${schema}.${name}`, rights]),
)
const sequences = granted.filter(([, rights]) => rights.includes('USAGE'))
const tables = granted.filter(([, rights]) => !rights.includes('USAGE'))

/** A partition has the rights of its table; statements name `job_common`, which is one, by itself. */
async function unnamedTables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not c.relispartition`,
  )
  return rows.map(({ name }) => name).filter((name) => !tables.some(([named]) => named === name))
}

describe('the role that serves requests', () => {
  test('is the only one with connections while the service serves', async () => {
    const { rows } = await owner.query<{ usename: string; application_name: string }>(
      `select distinct usename, application_name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() order by 2`,
    )
    expect(new Set(rows.map(({ usename }) => usename))).toEqual(new Set([role]))
    expect(rows.map(({ application_name }) => application_name)).toEqual(
      expect.arrayContaining(['kasyr events', 'kasyr jobs']),
    )
  })

  test('is neither superuser nor owner nor a member of any other role', async () => {
    const { rows } = await owner.query(
      `select rolsuper, rolcreatedb, rolcreaterole, rolinherit, rolreplication, rolbypassrls, rolcanlogin,
         (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships,
         (select count(*)::int from pg_shdepend d where d.refobjid = r.oid and d.deptype = 'o') as owned,
         pg_has_role(r.oid, (select relowner from pg_class where oid = 'audit_log'::regclass), 'member') as is_owner
       from pg_roles r where rolname = $1`,
      [role],
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolinherit: false,
        rolreplication: false,
        rolbypassrls: false,
        rolcanlogin: true,
        memberships: 0,
        owned: 0,
        is_owner: false,
      },
    ])
  })

  test.each(tables)('has on %s %j and nothing else, by whatever way', async (table, rights) => {
    const { rows } = await owner.query<{ right: string }>(
      `select "right" from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) "right"
       where has_table_privilege($1, $2, "right")
         or ("right" in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') and has_any_column_privilege($1, $2, "right"))`,
      [role, table],
    )
    expect(rows.map(({ right }) => right).toSorted()).toEqual([...rights].toSorted())
  })

  test.each(sequences)('has on the sequence %s %j and nothing else', async (sequence, rights) => {
    const { rows } = await owner.query<{ right: string }>(
      `select "right" from unnest(array['SELECT', 'UPDATE', 'USAGE']) "right" where has_sequence_privilege($1, $2, "right")`,
      [role, sequence],
    )
    expect(rows.map(({ right }) => right)).toEqual(rights)
  })

  test('can neither change nor remove audit entries and seals', () => {
    for (const table of ['audit_log', 'audit_seals'])
      expect(grants['public']?.[table]?.toSorted(), table).toEqual(['INSERT', 'SELECT'])
  })

  test('every table is named in server/grants.ts, so that nobody forgets one', async () => {
    expect(await unnamedTables()).toEqual([])
  })

  test('cannot touch a table that nobody granted', async () => {
    await owner.query('create table nobody_named_me (id int); insert into nobody_named_me values (1)')
    try {
      await expect(service.query('select from nobody_named_me')).rejects.toThrow('permission denied')
      expect(await unnamedTables()).toEqual(['public.nobody_named_me'])
    } finally {
      await owner.query('drop table nobody_named_me')
    }
  })
})

describe('injected SQL is refused by PostgreSQL itself:', () => {
  test.each([
    `update audit_log set details = '{}'`,
    `with changed as (update audit_log set actor_login = 'nobody' returning id) select count(*) from changed`,
    `insert into audit_log select * from audit_log on conflict (id) do update set action = 'nothing'`,
    `merge into audit_log a using users u on a.actor_id = u.id when matched then update set actor_login = 'x'`,
    `select id from audit_log for update`,
    `delete from audit_log`,
    `truncate audit_log cascade`,
    `update audit_seals set seq = seq + 1`,
    `delete from audit_seals`,
    `truncate audit_seals`,
    `do $$ begin lock table audit_log in access exclusive mode; end $$`,
    `drop trigger only_grows on audit_log`,
    `alter table audit_log disable trigger all`,
    `create trigger swallow before insert on audit_log for each row execute function refuse_change()`,
    `create rule swallow as on insert to audit_log do instead nothing`,
    `alter table audit_log add column x int`,
    `alter table audit_log owner to current_user`,
    `drop table audit_log cascade`,
    `drop function refuse_change() cascade`,
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    `create index on audit_log (id)`,
    `reindex table audit_log`,
    `comment on table audit_log is 'x'`,
    `set session_replication_role = replica`,
    `update settings set secret = 'x'`,
    `delete from settings`,
    `update receipt_events set details = null`,
    `delete from receipts`,
    `truncate orders cascade`,
    `delete from receipt_moves`,
    `delete from kysely_migration`,
    `insert into pgboss.queue (name, policy) values ('x', 'standard')`,
    `select pgboss.create_queue('x', '{"policy":"standard","partition":"true"}')`,
    `create table x (id int)`,
    `create temporary table x (id int)`,
    `create view x as select 1`,
    `create schema x`,
    `create function x() returns int language sql as 'select 1'`,
    `create extension dblink`,
    `create event trigger x on ddl_command_end execute function refuse_change()`,
    `create foreign data wrapper x`,
    `create publication x for all tables`,
    `create database x`,
    `create tablespace x location '/tmp'`,
    `create role x superuser`,
    `alter role current_user superuser`,
    `alter role current_user createrole`,
    `alter role kasyr password 'x'`,
    `grant kasyr to current_user`,
    `grant pg_execute_server_program to current_user`,
    `set role kasyr`,
    `set session authorization kasyr`,
    `alter system set archive_command = 'id'`,
    `select pg_reload_conf()`,
    `copy audit_log to program 'id'`,
    `copy users from program 'id'`,
    `copy (select 1) to '/tmp/kasyr-was-here'`,
    `copy users from '/etc/passwd'`,
    `select pg_read_file('/etc/passwd')`,
    `do $$ begin perform pg_read_binary_file('/etc/passwd'); end $$`,
    `select pg_ls_dir('.')`,
    `select pg_stat_file('/etc/passwd')`,
    `select lo_import('/etc/passwd')`,
    `select lo_export(1, '/tmp/kasyr-was-here')`,
    `load '/tmp/evil.so'`,
    `select * from pg_authid`,
    `select * from pg_shadow`,
    `select * from pg_hba_file_rules`,
    `update pg_class set relowner = 1`,
    `delete from pg_trigger`,
    `insert into pg_proc select * from pg_proc limit 1`,
    `checkpoint`,
    `select pg_switch_wal()`,
    `do $$ begin execute format('alter database %I set search_path = x', current_database()); end $$`,
    `do $$ begin execute format('alter database %I owner to current_user', current_database()); end $$`,
  ])('%s', async (statement) => {
    const failure = await service.query(statement).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DatabaseError)
    expect(failure).toMatchObject({ code: '42501' })
  })

  test('nor can it end a connection of the owner', async () => {
    const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ending = service.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await expect(ending).rejects.toMatchObject({ code: '42501' })
  })
})
