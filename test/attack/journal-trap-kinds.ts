import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { headPath, linesPath } from '#/server/audit/checkpoint.ts'
import { sealAtStop } from '#/server/audit/seal-audit.ts'
import type { Ground } from './journal-ground.ts'
import type { Tampering } from './journal-tampering-kinds.ts'

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
  'a BEFORE trigger that changes the entry': [
    alter,
    'create trigger hide before insert on audit_log for each row execute function alter_it()',
  ],
} as const

export const deletingTrigger: readonly string[] = [
  'alter table audit_log disable trigger only_grows',
  remove,
  'create trigger zz_hide after insert on audit_log for each row execute function remove_it()',
]

const protection = (name: string, statements: readonly string[], found: RegExp): Tampering => ({
  name,
  attack: ({ run }) => run(...statements),
  found,
  stops_sealer: true,
})

export const protectionKinds: Tampering[] = [
  ...Object.entries(swallowing).map(([name, statements]) =>
    protection(name, statements, /чуж(ий тригер|е правило) «hide»/),
  ),
  protection('an AFTER trigger that deletes the entry', deletingTrigger, /вимкнено|чужий тригер/),
  protection(
    'disabling the trigger that queues entries',
    ['alter table audit_log disable trigger await_seal'],
    /«await_seal».*вимкнено|поза ланцюгом/,
  ),
  protection(
    'a trigger that queues nothing',
    [`create or replace function await_seal() returns trigger language plpgsql as $$ begin return null; end $$`],
    /«await_seal».*змінено|поза ланцюгом/,
  ),
  protection(
    'a condition at the trigger that queues entries',
    [
      'drop trigger await_seal on audit_log',
      `create trigger await_seal after insert on audit_log for each row when (new.action <> 'user.created') execute function await_seal()`,
    ],
    /«await_seal».*змінено|поза ланцюгом/,
  ),
  protection(
    'dropping the trigger that refuses changes',
    ['drop trigger only_grows on audit_seals'],
    /немає тригера «only_grows»/,
  ),
  protection('rows that only some may see', ['alter table audit_log enable row level security'], /приховані/),
  protection('a table that inherits from the log', ['create table more_log () inherits (audit_log)'], /підмінено/),
  protection('setting the numbers back', ['alter sequence audit_numbers restart with 1'], /повернуто назад/),
  protection(
    'making the steps of the numbers smaller',
    ['alter sequence audit_numbers increment by 1'],
    /повернуто назад/,
  ),
]

/** What cannot be mended by a statement of the program, after the break was accepted. */
export const cleanUp: Record<string, string> = {
  'a table that inherits from the log': 'drop table more_log',
}

const linesOf = ({ kasyr }: Ground): string[] =>
  readFileSync(linesPath(kasyr.config.data_dir), 'utf8').trimEnd().split('\n')
const putLines = ({ kasyr }: Ground, lines: readonly string[]): void =>
  writeFileSync(linesPath(kasyr.config.data_dir), lines.map((line) => `${line}\n`).join(''))

/** An attacker with the disk but without the database. Each begins with a file of at least four lines. */
const onDisk = (name: string, attack: (ground: Ground) => void, found: RegExp, stops_sealer: boolean): Tampering => ({
  name,
  attack: async (ground) => {
    for (let line = 0; line < 4; line += 1) {
      await ground.write(1)
      await sealAtStop(ground.kasyr.app)
    }
    attack(ground)
  },
  found,
  stops_sealer,
})

export const diskKinds: Tampering[] = [
  onDisk(
    'editing a line of the checkpoints',
    (ground) => putLines(ground, linesOf(ground).with(1, linesOf(ground)[1]?.replace(/"seq":\d+/, '"seq":1') ?? '')),
    /рядок 2/,
    false,
  ),
  onDisk(
    'taking a line out of the checkpoints',
    (ground) => putLines(ground, linesOf(ground).toSpliced(1, 1)),
    /рядок 2/,
    false,
  ),
  onDisk(
    'reordering the checkpoints',
    (ground) => {
      const [one = '', two = '', three = '', ...rest] = linesOf(ground)
      putLines(ground, [one, three, two, ...rest])
    },
    /рядок 2/,
    false,
  ),
  onDisk(
    'cutting off the last checkpoints',
    (ground) => putLines(ground, linesOf(ground).slice(0, -2)),
    /вилучено/,
    true,
  ),
  onDisk(
    'damaging the last checkpoint',
    (ground) => putLines(ground, [...linesOf(ground).slice(0, -1), '{"seq":1}']),
    /файл контрольної точки змінено/,
    true,
  ),
  onDisk('deleting the file of checkpoints', ({ kasyr }) => rmSync(linesPath(kasyr.config.data_dir)), /вилучено/, true),
  onDisk(
    'deleting both files of checkpoints',
    ({ kasyr }) => {
      rmSync(linesPath(kasyr.config.data_dir))
      rmSync(headPath(kasyr.config.data_dir))
    },
    /вилучено/,
    true,
  ),
  onDisk(
    'forging the newest checkpoint',
    ({ kasyr }) => {
      const path = headPath(kasyr.config.data_dir)
      writeFileSync(path, readFileSync(path, 'utf8').replace(/"seq":\d+/, '"seq":1'))
    },
    /файл контрольної точки змінено/,
    true,
  ),
]

/** The whole database as it was some time ago, while the folder is that of today. */
export const rollBack: Tampering = {
  name: 'putting the database of yesterday in place of today’s',
  attack: async ({ kasyr, write, tamper }) => {
    const tables = [
      'audit_log',
      'audit_seals',
      'audit_unsealed',
      'audit_checkpoints',
      'audit_stretches',
      'audit_accepted',
    ]
    for (const table of tables)
      await sql`create table ${sql.table(`old_${table}`)} as select * from ${sql.table(table)}`.execute(kasyr.db)
    await write(3)
    await sealAtStop(kasyr.app)
    await tamper(
      ...tables.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} ${table === 'audit_checkpoints' ? 'overriding system value' : ''} select * from old_${table}`,
        `drop table old_${table}`,
      ]),
    )
  },
  found: /коротший за контрольну точку/,
  stops_sealer: true,
}
