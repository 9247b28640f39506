import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { headPath, linesPath } from '#/server/audit/checkpoint.ts'
import { sealAtStop } from '#/server/audit/seal-audit.ts'
import { newId } from '#/server/platform/random.ts'
import type { Ground } from './journal-ground.ts'

export interface Tampering {
  name: string
  /** What somebody with the server of the database does; for files, somebody with the disk. */
  attack(ground: Ground): Promise<unknown>
  /** What the verification says of it. */
  found: RegExp
  /** Whether the sealer of a process that was just started stops at it too. */
  stops_sealer: boolean
}

const changed = /змінено або вставлено не програмою/
const edit = (what: string, change: string): Tampering => ({
  name: `editing ${what} of an entry`,
  attack: ({ tamper, id }) => tamper(`update audit_log set ${change} where id = '${id(4)}'`),
  found: changed,
  stops_sealer: false,
})

const edits = [
  edit('the action', `action = 'user.created'`),
  edit('the actor', `actor_login = 'admin', actor_id = '${newId()}'`),
  edit('the subject', `subject_id = 'n9'`),
  edit('the address', `address = '10.0.0.1'`),
  edit('one letter in the details', `details = jsonb_set(details, '{changes,name,after}', '"Олесь"')`),
  edit('the time by a millisecond', `at = at + interval '1 ms'`),
  edit('the number', 'number = number + 500'),
  edit('the version', 'version = 1, number = null'),
  edit('the keyed hash', `mac = decode(repeat('ab', 32), 'hex')`),
]

const copyOf = (id: string, subject = 'inserted'): string =>
  `insert into audit_log (id, at, actor_id, actor_login, action, subject_type, subject_id, details, address, mac, version, number, key_id)
   select '${newId()}', at, actor_id, actor_login, action, subject_type, '${subject}', details, address, mac, version, number + 700000000, key_id
   from audit_log where id = '${id}'`

const removals: Tampering[] = [
  {
    name: 'swapping the numbers of two entries',
    attack: ({ tamper, id }) =>
      tamper(
        `create temporary table swapped as select id, number from audit_log where id in ('${id(3)}', '${id(4)}')`,
        `update audit_log set number = -audit_log.number from swapped where audit_log.id = swapped.id`,
        `update audit_log set number = other.number from swapped mine, swapped other
         where audit_log.id = mine.id and other.id <> mine.id`,
        'drop table swapped',
      ),
    found: changed,
    stops_sealer: false,
  },
  {
    name: 'deleting an entry',
    attack: ({ tamper, id }) => tamper(`delete from audit_log where id = '${id(4)}'`),
    found: /запис вилучено/,
    stops_sealer: false,
  },
  {
    name: 'deleting an entry with its seal',
    attack: ({ tamper, id, seq }) =>
      tamper(`delete from audit_log where id = '${id(4)}'`, `delete from audit_seals where seq = ${seq(4)}`),
    found: /вилучено разом з печаткою/,
    stops_sealer: false,
  },
  {
    name: 'deleting an entry with its seal and closing the gap',
    attack: ({ tamper, id, seq }) =>
      tamper(
        `delete from audit_log where id = '${id(4)}'`,
        `delete from audit_seals where seq = ${seq(4)}`,
        `update audit_seals set seq = seq - 1 where seq > ${seq(4)}`,
      ),
    found: /ланцюг печаток розірвано|коротший/,
    stops_sealer: true,
  },
  {
    name: 'cutting off the end together with its seals',
    attack: ({ tamper, seq }) =>
      tamper(
        `delete from audit_log using audit_seals where entry_id = id and seq > ${seq(5)}`,
        `delete from audit_seals where seq > ${seq(5)}`,
      ),
    found: /коротший за контрольну точку/,
    stops_sealer: true,
  },
  {
    name: 'truncating everything',
    attack: ({ tamper }) => tamper('truncate audit_log, audit_seals, audit_unsealed cascade'),
    found: /коротший за контрольну точку/,
    stops_sealer: true,
  },
  {
    name: 'deleting only the entries and no seal',
    attack: ({ tamper }) => tamper('delete from audit_log'),
    found: /запис вилучено/,
    stops_sealer: false,
  },
  {
    name: 'swapping two seals',
    attack: ({ tamper, seq }) =>
      tamper(
        `update audit_seals set seq = -seq where seq in (${seq(3)}, ${seq(4)})`,
        `update audit_seals set seq = case seq when ${-seq(3)} then ${seq(4)} else ${seq(3)} end where seq < 0`,
      ),
    found: /ланцюг печаток розірвано/,
    stops_sealer: false,
  },
  {
    name: 'cutting entries out of the middle and letting the program seal the later ones anew',
    attack: ({ tamper, run, seq }) => cutOut({ tamper, run }, seq(2), seq(5)),
    found: /коротший за контрольну точку|не той, що в контрольній точці/,
    stops_sealer: true,
  },
]

/** The attack of the review: what follows the gap loses its seals and is put in again, as if it were new. */
export const cutOut = ({ tamper, run }: Pick<Ground, 'tamper' | 'run'>, from: number, to: number): Promise<void> =>
  tamper(
    `create table later as select audit_log.* from audit_log join audit_seals on entry_id = id where seq > ${to}`,
    `delete from audit_log using audit_seals where entry_id = id and seq >= ${from}`,
    `delete from audit_seals where seq >= ${from}`,
  ).then(() => run('insert into audit_log select * from later', 'drop table later'))

const insertions: Tampering[] = [
  {
    name: 'inserting an entry past the chain',
    attack: ({ tamper, id }) => tamper(copyOf(id(4))),
    found: /поза ланцюгом/,
    stops_sealer: false,
  },
  {
    name: 'inserting an entry for the program itself to seal',
    attack: ({ run, id }) => run(copyOf(id(4))),
    found: changed,
    stops_sealer: true,
  },
  {
    name: 'inserting an old entry again, so that it is sealed at another place',
    attack: ({ tamper, run, id }) =>
      tamper(
        `create table again as select * from audit_log where id = '${id(4)}'`,
        `delete from audit_log where id = '${id(4)}'`,
      ).then(() => run('insert into audit_log select * from again', 'drop table again')),
    found: /вставлено ще раз/,
    stops_sealer: true,
  },
  {
    name: 'inserting an entry with a seal of one’s own at the end',
    attack: ({ tamper, id, seq }) =>
      tamper(
        copyOf(id(4), 'sealed by hand'),
        `insert into audit_seals (seq, entry_id, hash, version, at)
         select ${seq(8) + 1}, id, decode(repeat('cd', 32), 'hex'), 2, now() from audit_log where subject_id = 'sealed by hand'`,
        `update audit_log set subject_id = 'n1' where subject_id = 'sealed by hand'`,
      ),
    found: changed,
    stops_sealer: true,
  },
  {
    name: 'hiding an entry behind a seal before the first place',
    attack: ({ tamper, id }) =>
      tamper(
        copyOf(id(4), 'before all'),
        `insert into audit_seals (seq, entry_id, hash, version, at)
         select coalesce((select max(number) from audit_stretches), 0) - 100, id, hash, 2, now() from audit_log, audit_seals
         where subject_id = 'before all' order by seq limit 1`,
        `update audit_log set subject_id = 'n1' where subject_id = 'before all'`,
      ),
    found: /вилучено разом з печаткою|прийняту частину журналу змінено/,
    stops_sealer: false,
  },
  {
    name: 'forging the hash of the last seal',
    attack: ({ tamper, seq }) =>
      tamper(`update audit_seals set hash = decode(repeat('ef', 32), 'hex') where seq = ${seq(8)}`),
    found: /ланцюг печаток розірвано/,
    stops_sealer: true,
  },
]

const unsealed: Tampering[] = [
  {
    name: 'deleting an entry that waits for its seal',
    attack: async ({ write, tamper }) => {
      await write(2)
      await tamper('delete from audit_log where id = (select min(entry_id::text)::uuid from audit_unsealed)')
    },
    found: /вилучено до того, як його запечатано/,
    stops_sealer: true,
  },
  {
    name: 'editing an entry that waits for its seal',
    attack: async ({ write, tamper }) => {
      await write(2)
      await tamper(`update audit_log set subject_id = 'x' where id in (select entry_id from audit_unsealed)`)
    },
    found: changed,
    stops_sealer: true,
  },
  {
    name: 'taking an entry out of the queue of the sealer',
    attack: async ({ write, run }) => {
      await write(2)
      await run('delete from audit_unsealed')
    },
    found: /поза ланцюгом/,
    stops_sealer: false,
  },
]

export const tableKinds: Tampering[] = [...edits, ...removals, ...insertions, ...unsealed]

const swallow = `create or replace function swallow() returns trigger language plpgsql as $$ begin return null; end $$`
const remove = `create or replace function remove_it() returns trigger language plpgsql as $$
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

/** Somebody with the disk but without the database. Each begins with a file of at least four lines. */
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

export const keyKinds: Tampering[] = [
  {
    name: 'putting another secret in place of the key of the log',
    attack: async ({ kasyr, run }) => {
      const { rows } = await sql<{ secret: string }>`select secret from settings where name = 'audit_key'`.execute(
        kasyr.db,
      )
      const damaged = rows[0]?.secret.replace(/.{4}$/, 'AAAA') ?? ''
      await run(`update settings set secret = '${damaged}' where name = 'audit_key'`)
    },
    found: /ключ/,
    stops_sealer: false,
  },
]

export const keepHead = ({ kasyr }: Ground, to: string): void => copyFileSync(headPath(kasyr.config.data_dir), to)
