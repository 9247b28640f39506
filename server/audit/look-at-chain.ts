import { DatabaseError } from 'pg'
import type { App } from '#/server/app.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { auditKeyName, keyNameOf, NoAuditKey, type AuditKeys } from './audit-key.ts'
import { readChainState, type ChainState } from './chain-store.ts'
import { checkPoints } from './check-points.ts'
import { isPutAside, readFolder, type Folder } from './checkpoint-files.ts'
import { placeOf, type Point } from './checkpoint.ts'
import type { Finding, Mark } from './journal.ts'
import { whatIsUnprotected } from './protection.ts'
import { sealAt } from './seal-store.ts'
import { lastStretch } from './stretch-store.ts'
import { finding, startOf, walkChain } from './walk-chain.ts'

export type LookingApp = Pick<App, 'db' | 'clock' | 'audit' | 'config' | 'log'>

/** What a look at the chain found: either something is wrong, or this is where it ends. */
export interface Looked {
  bad: Finding | null
  end: Mark
  has_waiting: boolean
  folder: Folder
}

/** Without a checkpoint so many of the last seals are followed; the verification follows all of them. */
const mostWithoutCheckpoint = 5_000

/**
 * Compares the chain with all that is known outside the database: the checkpoints of the folder and what this process saw last.
 * What was sealed since is followed seal by seal. It costs one statement when nothing has changed.
 */
export async function lookAtChain(app: LookingApp, db: Db | Tx): Promise<Looked> {
  const looked = await lookOnce(app, db)
  if (looked.bad === null) return looked
  // Another process may have changed the key meanwhile.
  const gone = await followKeys(app, db)
  return gone === null ? lookOnce(app, db) : { ...looked, bad: gone }
}

/** Takes up the key another process made. Keys that were known may not vanish or become others. */
export async function followKeys({ audit }: Pick<App, 'audit'>, db: Db | Tx): Promise<Finding | null> {
  const isWhole = await audit.refreshKeys(db).catch((error: unknown) => {
    if (error instanceof NoAuditKey) return false
    throw error
  })
  return isWhole ? null : finding('entry', keyIsGone)
}

export const keyIsGone = 'ключ журналу вилучено або підмінено'
const nowhere: Mark = { stretch: 0, seq: 0, hash: Buffer.alloc(0) }

async function lookOnce(app: LookingApp, db: Db | Tx): Promise<Looked> {
  const { audit: journal, config } = app
  // The chain only grows, so it is never behind what was known before it is read.
  const { mark } = journal
  const folder = readFolder(config.data_dir, journal.keys)
  const stop = (bad: Finding, has_waiting = false): Looked => ({ bad, end: nowhere, has_waiting, folder })
  try {
    const state = await readChainState(db, placeOf(config.data_dir), auditKeyName)
    const bad = whatIsWrong(app, folder, state)
    if (bad !== null) return stop(bad, state.has_waiting)
    const start = startOf(journal.keys, state.stretch === 0 ? null : await lastStretch(db))
    if (start === 'forged') return stop(finding('chain', 'початок нового відрізка журналу підроблено'))
    const missing = await checkPoints(db, pointsOf(folder, mark), start, state.last_seq)
    if (missing !== null) return stop(missing)
    noteStretch(app, start)
    const walked = await walkChain(db, journal.keys, await whereFrom(db, mark, folder, start, state.last_seq))
    if (walked.bad !== null) return stop(walked.bad)
    journal.mark = walked.mark
    return { bad: null, end: walked.mark, has_waiting: state.has_waiting, folder }
  } catch (error) {
    if (isSchemaGone(error)) return stop(finding('protection', 'таблиць журналу немає або їх змінено'))
    throw error
  }
}

/** What can be said without reading the chain. */
export function whatIsWrong(app: LookingApp, folder: Folder, state: ChainState): Finding | null {
  const unprotected = whatIsUnprotected(state.protection)
  if (unprotected !== null) return finding('protection', unprotected)
  const gone = whatIsGone(app.audit.keys, state)
  if (gone !== null) return gone
  const problem = problemOfFolder(app, folder, state)
  return problem === null ? null : finding('checkpoint', problem)
}

/** Undefined table, column or sequence. */
const isSchemaGone = (error: unknown): boolean =>
  error instanceof DatabaseError && ['42P01', '42703', '42883'].includes(error.code ?? '')

/** Every key that is known stands among the settings, and no other does. */
export function whatIsGone({ all }: AuditKeys, { key_names }: ChainState): Finding | null {
  const names = new Set(key_names)
  const isWhole = all.length === names.size && all.every(({ kid }) => names.has(keyNameOf(kid)))
  return isWhole ? null : finding('entry', keyIsGone)
}

/** The database remembers which lines were written, and the newest point how many there are. */
function problemOfFolder(app: LookingApp, { head, last }: Folder, { told }: Pick<ChainState, 'told'>): string | null {
  if (head === 'forged' || last === 'forged') return 'файл контрольної точки змінено'
  const known = [told, head === null || head.file === null ? null : { file: head.file, line: head.line }]
  for (const expected of known) {
    if (expected === null) continue
    const isThere = last !== null && last.file === expected.file && last.line >= expected.line
    if (isThere || (last === null && isPutAside(app.config.data_dir, app.audit.keys, expected.file, expected.line)))
      continue
    return 'рядки контрольних точок вилучено'
  }
  return null
}

function pointsOf({ head, last }: Folder, mark: Mark | null): Point[] {
  const points: Point[] = []
  for (const point of [head, last]) if (point !== null && point !== 'forged') points.push(point)
  if (mark !== null) points.push({ ...mark, hash: mark.hash.toString('hex') })
  return points
}

/** A new stretch begins with what a person accepted: the alarms and marks of before are over. */
function noteStretch({ audit: journal }: LookingApp, start: Mark): void {
  if (start.stretch <= journal.stretch) return
  journal.stretch = start.stretch
  journal.alarms.clear()
  journal.mark = start
}

async function whereFrom(
  db: Db | Tx,
  mark: Mark | null,
  { head }: Folder,
  start: Mark,
  last_seq: number | null,
): Promise<Mark> {
  if (mark !== null && mark.stretch === start.stretch) return mark
  if (head !== null && head !== 'forged' && head.stretch === start.stretch && head.seq >= start.seq)
    return { stretch: head.stretch, seq: head.seq, hash: Buffer.from(head.hash, 'hex') }
  const near = (last_seq ?? 0) - mostWithoutCheckpoint
  const found = near > start.seq ? await sealAt(db, near) : null
  return found === null ? start : { stretch: start.stretch, ...found }
}
