import type { AuditVerdict } from '#/contract/audit.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { listAlarms } from './alarm-store.ts'
import { auditKeyName, NoAuditKey, type AuditKeys } from './audit-key.ts'
import { readChainState, type ChainState } from './chain-store.ts'
import { gatherBreaks, type Breaks } from './breaks.ts'
import { checkPoints } from './check-points.ts'
import { readFolder, readGiven, readLines, type Folder } from './checkpoint-files.ts'
import { placeOf, type Point } from './checkpoint.ts'
import type { Finding, Mark } from './journal.ts'
import { keyIsGone, whatIsGone, whatIsWrong, type LookingApp } from './look-at-chain.ts'
import { listChainBreaks, listOutsideBreaks, noteMissing } from './list-breaks.ts'
import { whatHidesRows } from './protection.ts'
import { whyNotToSeal } from './seal-audit.ts'
import { findPassedOver, listUnchained, listWaitingAfter, withChainLock } from './seal-store.ts'
import { countEntries } from './store.ts'
import { digestOf, listStretches, type StoredStretch } from './stretch-store.ts'
import { batchSize, finding, startOf, walkChain } from './walk-chain.ts'

export interface Verified extends AuditVerdict {
  found: Finding | null
  /** Every place that is not as it was written; null: the log is whole. */
  breaks: Breaks | null
}

interface Options {
  /** Checkpoints that were kept elsewhere. */
  given?: string | undefined
  signal?: AbortSignal
}

/**
 * Reads the whole log and names the first thing that is not as it was written. Everything is read at one moment, which is taken
 * under the lock of the chain so that the files fit to it; after that nobody is held up.
 */
export async function verifyAudit(app: VerifyingApp, { given, signal }: Options = {}): Promise<Verified> {
  return withChainLock({ db: app.db, turn: app.audit.turn }, (connection, unlock) =>
    connection
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const it = await readAll(app, tx)
        await unlock(tx)
        return verifyIn({ ...it, given, signal })
      }),
  )
}

/** The same within a transaction that reads at one moment, whose owner holds the lock of the chain. */
export const verifyWithin = async (app: VerifyingApp, tx: Tx): Promise<Verified> => verifyIn(await readAll(app, tx))

async function readAll(app: VerifyingApp, tx: Tx): Promise<Verification> {
  const state = await readChainState(tx, placeOf(app.config.data_dir), auditKeyName)
  const keys = await keysOf(app, tx)
  return { app, tx, keys, state, folder: readFolder(app.config.data_dir, keys), given: undefined, signal: undefined }
}

export type VerifyingApp = LookingApp

/** Without any key nothing can be verified, and that is told like everything else. */
const keysOf = ({ audit }: VerifyingApp, tx: Tx): Promise<AuditKeys> =>
  audit.readKeys(tx).catch((error: unknown) => {
    if (!(error instanceof NoAuditKey)) throw error
    return { ...audit.keys, find: () => undefined, all: [] }
  })

interface Verification {
  app: VerifyingApp
  tx: Tx
  keys: AuditKeys
  state: ChainState
  folder: Folder
  given: string | undefined
  signal: AbortSignal | undefined
}

async function verifyIn(it: Verification): Promise<Verified> {
  const stretches = await listStretches(it.tx)
  const start = startOf(it.keys, stretches.at(-1) ?? null)
  const walked =
    start === 'forged'
      ? { mark: null, bad: finding('chain', 'початок нового відрізка журналу підроблено') }
      : await walkChain(it.tx, it.keys, start, it.signal)
  const found =
    findGoneKey(it) ??
    findHiddenRows(it) ??
    walked.bad ??
    (start === 'forged' ? null : await checkRest(it, stretches, start))
  return {
    ok: found === null,
    entries: await countEntries(it.tx),
    sealed_to: walked.mark?.seq ?? 0,
    first_bad: found === null ? null : { seq: found.seq, id: found.id, reason: found.reason },
    ...(stretches.length > 0 && {
      accepted: stretches.map(({ at, reason, first_seq }) => ({ at, reason, before_seq: first_seq })),
    }),
    found,
    breaks: found === null ? null : await nameAll(it, stretches, start, found),
  }
}

/** A break that was accepted unseen would be hidden for good, so behind the first one everything is looked at to the end. */
async function nameAll(
  it: Verification,
  stretches: readonly StoredStretch[],
  start: Mark | 'forged',
  first: Finding,
): Promise<Breaks> {
  const { tx, keys, signal, folder, state, app } = it
  const found = gatherBreaks()
  const noteBeside = (bad: Pick<Finding, 'seq' | 'id' | 'reason'> | null, note = ''): void => {
    if (bad !== null && !found.has(bad))
      found.add({ what: 'other', seq: bad.seq, id: bad.id, reason: `${bad.reason}${note}` })
  }
  if (start !== 'forged') {
    await listChainBreaks(tx, keys, start, { found, signal })
    const end = Math.max(state.last_seq ?? 0, start.seq)
    const kept = [folder.head, folder.last].map((point) => (point === null || point === 'forged' ? 0 : point.seq))
    if (Math.max(...kept) > end) noteMissing(found, end + 1, Math.max(...kept))
  }
  await listOutsideBreaks(tx, keys, found)
  noteBeside(first)
  if (start !== 'forged') noteBeside(await checkKept(it, start))
  for (const bad of [findGoneKey(it), findHiddenRows(it), await checkAccepted(it, stretches.at(-1))]) noteBeside(bad)
  noteBeside(whatIsWrong({ ...app, audit: { ...app.audit, keys } }, folder, state))
  for (const { seq, entry_id: id, reason } of await listAlarms(tx)) noteBeside({ seq, id, reason }, stillAnAlarm)
  return found.result()
}

/** Without its key everything would look forged, so this is told first. */
function findGoneKey({ app, keys, state }: Verification): Finding | null {
  const isKnown = app.audit.keys.all.every(({ kid, secret }) => keys.find(kid)?.secret.equals(secret) ?? false)
  return isKnown ? whatIsGone(keys, state) : finding('entry', keyIsGone)
}

function findHiddenRows({ state }: Verification): Finding | null {
  const hiding = whatHidesRows(state.protection)
  return hiding === null ? null : finding('protection', hiding)
}

/** Everything beside the chain itself, in the order in which it says most. */
async function checkRest(it: Verification, stretches: readonly StoredStretch[], start: Mark): Promise<Finding | null> {
  return (
    (await checkKept(it, start)) ??
    (await checkAccepted(it, stretches.at(-1))) ??
    (await checkUnsealed(it)) ??
    whatIsWrong({ ...it.app, audit: { ...it.app.audit, keys: it.keys } }, it.folder, it.state) ??
    (await checkAlarms(it))
  )
}

/** Every checkpoint of the folder, and those that were given. */
async function checkKept(it: Verification, start: Mark): Promise<Finding | null> {
  const { app, keys, folder, given } = it
  const { head, size } = folder
  const newest = head === null || head === 'forged' ? [] : [head]
  const found = await checkPoints(it.tx, newest, start, it.state.last_seq)
  const inFolder = found ?? (await checkLines(it, start, readLines(app.config.data_dir, keys, size)))
  if (inFolder !== null && inFolder !== 'none') return inFolder
  if (given === undefined) return null
  const elsewhere = await checkLines(it, start, readGiven(given, keys))
  return elsewhere === 'none' ? finding('checkpoint', 'у вказаному файлі немає жодної контрольної точки') : elsewhere
}

/** However many there are, a batch at a time. */
async function checkLines(
  { tx, state }: Verification,
  start: Mark,
  lines: AsyncIterable<Point | { damaged: number }>,
): Promise<Finding | 'none' | null> {
  let points: Point[] = []
  let count = 0
  for await (const line of lines) {
    if ('damaged' in line) return finding('checkpoint', `файл контрольної точки змінено: рядок ${line.damaged}`)
    count += 1
    points.push(line)
    if (points.length < batchSize) continue
    const bad = await checkPoints(tx, points, start, state.last_seq)
    if (bad !== null) return bad
    points = []
  }
  return count === 0 ? 'none' : checkPoints(tx, points, start, state.last_seq)
}

/** What a person accepted must still be as it was then; the last acceptance binds all before it. */
async function checkAccepted({ tx }: Verification, stretch: StoredStretch | undefined): Promise<Finding | null> {
  if (stretch === undefined || (await digestOf(tx, stretch)).equals(stretch.digest)) return null
  const reason = 'прийняту частину журналу змінено після того, як її прийняли'
  return finding('chain', reason, stretch.first_seq - 1)
}

async function checkUnsealed({ tx, keys, signal }: Verification): Promise<Finding | null> {
  const [unchained] = await listUnchained(tx, 1)
  if (unchained !== undefined) return finding('entry', 'запис вставлено поза ланцюгом', null, unchained)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    signal?.throwIfAborted()
    const waiting = await listWaitingAfter(tx, after, batchSize)
    for (const one of waiting) {
      const bad = whyNotToSeal(keys, one)
      if (bad !== null) return bad
    }
    after = waiting.at(-1)?.entry_id ?? after
    if (waiting.length < batchSize) break
  }
  const passed = await findPassedOver(tx)
  return passed === null
    ? null
    : finding('entry', 'запис понад п’ять хвилин не запечатано, хоча новіші вже запечатано', null, passed)
}

/** What was found before and accepted by nobody, also when it can no longer be seen. */
async function checkAlarms({ app, tx }: Verification): Promise<Finding | null> {
  const [alarm] = await listAlarms(tx)
  if (alarm !== undefined) return finding('lost', `${alarm.reason}${stillAnAlarm}`, alarm.seq, alarm.entry_id)
  const [remembered] = app.audit.alarms.values()
  return remembered === undefined ? null : { ...remembered, reason: `${remembered.reason}${stillAnAlarm}` }
}

const stillAnAlarm = ' (тривогу ще не прийнято)'
