import { newId } from '#/server/platform/random.ts'
import type { Ground } from './audit-ground.ts'

export interface Tampering {
  name: string
  /** What an attacker with the server of the database does; for files, one with the disk. */
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
  edit('the number', 'number = 500'),
  edit('the version', 'version = 1, number = null'),
  edit('the keyed hash', `mac = decode(repeat('ab', 32), 'hex')`),
]

const copyOf = (id: string, subject = 'inserted'): string =>
  `insert into audit_log (id, at, actor_id, actor_login, action, subject_type, subject_id, details, address, mac, version, number, key_id)
   select '${newId()}', at, actor_id, actor_login, action, subject_type, '${subject}', details, address, mac, version, -number, key_id
   from audit_log where id = '${id}'`

const removals: Tampering[] = [
  {
    name: 'deleting an entry',
    attack: ({ tamper, id }) => tamper(`delete from audit_log where id = '${id(4)}'`),
    found: /запис вилучено/,
    stops_sealer: false,
  },
  {
    name: 'deleting a seal',
    attack: ({ tamper, seq }) => tamper(`delete from audit_seals where seq = ${seq(4)}`),
    found: /вилучено разом з печаткою/,
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
    found: /вилучено/,
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
         select -100, id, hash, 2, now() from audit_log, audit_seals
         where subject_id = 'before all' order by seq limit 1`,
        `update audit_log set subject_id = 'n1' where subject_id = 'before all'`,
      ),
    found: /перед початком журналу/,
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
