import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { checkpointPath } from '#/server/audit/checkpoints/checkpoint-file.ts'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { newId } from '#/server/platform/random.ts'
import type { Ground } from './audit-ground.ts'
import type { Tampering } from './audit-tampering-kinds.ts'

/** Traps for the entries to come, the files outside the database, and the whole database put back. */
const swallow = `create or replace function swallow() returns trigger language plpgsql as $$ begin return null; end $$`
const remove = `create or replace function remove_it() returns trigger language plpgsql security definer as $$
  begin delete from audit_unsealed where entry_id = new.id; delete from audit_log where id = new.id; return null; end $$`
const alter = `create or replace function alter_it() returns trigger language plpgsql as $$
  begin new.actor_login := 'nobody'; return new; end $$`

export const swallowing = {
  'a BEFORE trigger that returns nothing': [
    swallow,
    'create trigger hide before insert on audit_log for each row execute function swallow()',
  ],
  'a rule that inserts nothing': ['create rule hide as on insert to audit_log do instead nothing'],
} as const

export const altering = [
  alter,
  'create trigger hide before insert on audit_log for each row execute function alter_it()',
] as const

const deletingTrigger: readonly string[] = [
  'alter table audit_log disable trigger only_grows',
  remove,
  'create trigger zz_hide after insert on audit_log for each row execute function remove_it()',
]

const swallowed = /чужий тригер або правило «audit_log\.hide»|змінено або вставлено не програмою/
const dropHide = 'drop trigger if exists hide on audit_log; drop rule if exists hide on audit_log'
const queueing = `
  create or replace function await_seal() returns trigger language plpgsql as $$
  begin insert into audit_unsealed (entry_id) values (new.id); return null; end $$;
  drop trigger if exists await_seal on audit_log;
  create trigger await_seal after insert on audit_log for each row execute function await_seal()`

interface Trap extends Tampering {
  /** A person takes the trap away by hand; the log only says that it is there. */
  clean_up: string
}

/** What PostgreSQL does with the entries to come. The verification sees it, or what it has done to an entry. */
const trap = (name: string, statements: readonly string[], found: RegExp, clean_up: string): Trap => ({
  name,
  attack: async ({ run, write }) => {
    await run(...statements)
    await write(1).catch(() => undefined)
  },
  found,
  stops_sealer: false,
  clean_up,
})

export const traps: Trap[] = [
  ...Object.entries(swallowing).map(([name, statements]) => trap(name, statements, swallowed, dropHide)),
  trap('a BEFORE trigger that changes the entry', altering, swallowed, dropHide),
  trap(
    'an AFTER trigger that deletes the entry',
    deletingTrigger,
    /чужий тригер або правило «audit_log\.zz_hide»/,
    'drop trigger zz_hide on audit_log; alter table audit_log enable trigger only_grows',
  ),
  trap(
    'disabling the trigger that queues entries',
    ['alter table audit_log disable trigger await_seal'],
    /поза ланцюгом|«audit_log\.await_seal» немає/,
    queueing,
  ),
  trap(
    'a trigger that queues nothing',
    [`create or replace function await_seal() returns trigger language plpgsql as $$ begin return null; end $$`],
    /поза ланцюгом|«audit_log\.await_seal» немає/,
    queueing,
  ),
  trap(
    'a condition at the trigger that queues entries',
    [
      'drop trigger await_seal on audit_log',
      `create trigger await_seal after insert on audit_log for each row when (new.action <> 'user.edited') execute function await_seal()`,
    ],
    /поза ланцюгом|«audit_log\.await_seal» немає/,
    queueing,
  ),
  trap(
    'dropping the trigger that refuses changes',
    ['drop trigger only_grows on audit_seals'],
    /«audit_seals\.only_grows» немає/,
    'create trigger only_grows before update or delete or truncate on audit_seals for each statement execute function refuse_change()',
  ),
  trap(
    'rows that only some may see',
    ['alter table audit_log enable row level security'],
    /«audit_log\.row security»/,
    'alter table audit_log disable row level security',
  ),
  trap(
    'entries in a table that inherits from the log',
    [
      'create table more_log () inherits (audit_log)',
      'grant select on more_log to public',
      `insert into more_log select '${newId()}', at, actor_id, actor_login, action, subject_type, subject_id, details, address, mac, number, version, key_id
       from only audit_log limit 1`,
    ],
    /поза ланцюгом/,
    'drop table more_log',
  ),
]

const pathOf = ({ kasyr }: Ground): string => checkpointPath(kasyr.config.data_dir)

/** An attacker with the disk but without the database. */
const onDisk = (name: string, attack: (ground: Ground, older: string) => void, found: RegExp): Tampering => ({
  name,
  attack: async (ground) => {
    const older = readFileSync(pathOf(ground), 'utf8')
    await ground.write(1)
    await sealAudit(ground.kasyr.app)
    attack(ground, older)
  },
  found,
  stops_sealer: true,
})

const altered = /файл контрольної точки змінено/
const lost = /контрольну точку вилучено або замінено давнішою/
export const diskKinds: Tampering[] = [
  onDisk('deleting the checkpoint', (ground) => rmSync(pathOf(ground)), lost),
  onDisk('putting an older checkpoint back', (ground, older) => writeFileSync(pathOf(ground), older), lost),
  onDisk('damaging the checkpoint', (ground) => writeFileSync(pathOf(ground), '{"seq":1'), altered),
  onDisk(
    'forging the checkpoint',
    (ground) => writeFileSync(pathOf(ground), readFileSync(pathOf(ground), 'utf8').replace(/"seq":\d+/, '"seq":1')),
    altered,
  ),
]

/** The whole database as it was some time ago, while the folder is that of today. */
export const rollBack: Tampering = {
  name: 'putting the database of yesterday in place of today’s',
  attack: async ({ kasyr, write, tamper }) => {
    const tables = ['audit_log', 'audit_seals', 'audit_unsealed', 'audit_checkpoints']
    for (const table of tables)
      await sql`create table ${sql.table(`old_${table}`)} as select * from ${sql.table(table)}`.execute(kasyr.db)
    await write(3)
    await sealAudit(kasyr.app)
    await tamper(
      ...tables.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} select * from old_${table}`,
        `drop table old_${table}`,
      ]),
    )
  },
  found: /коротший за контрольну точку/,
  stops_sealer: true,
}
