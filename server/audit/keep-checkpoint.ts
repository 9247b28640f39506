import type { Db } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import { insertCheckpoint } from './chain-store.ts'
import { appendLine, writeHead, type Folder } from './checkpoint-files.ts'
import { placeOf, toCheckpoint, type Checkpoint } from './checkpoint.ts'
import type { Mark } from './journal.ts'
import type { LookingApp } from './look-at-chain.ts'

/**
 * A line is about 300 bytes. With 2,000 entries a day at most 200 lines a day are written: some 100 MB in five years of days
 * without a quiet hour, a tenth of that in a shop that closes at night.
 */
const lineEveryMs = 5 * 60_000
/** Many entries at once are worth a line of their own. */
const lineEverySeals = 500

/** Whether the newest point of the folder is the end of the chain. */
export const isKept = ({ head }: Folder, end: Mark): boolean =>
  end.seq === 0 || (head !== null && head !== 'forged' && head.file !== null && isAt(head, end))

const isAt = (point: { stretch: number; seq: number }, end: Mark): boolean =>
  point.stretch === end.stretch && point.seq === end.seq

/** Who calls it holds the lock of the chain and has just compared the folder with it. `now`: a line is due, however soon. */
export async function keepCheckpoint(
  app: LookingApp,
  connection: Db,
  { last }: Pick<Folder, 'last'>,
  end: Mark,
  now: boolean,
): Promise<void> {
  if (end.seq === 0) return
  const { config, clock, audit } = app
  const before = last === 'forged' ? null : last
  const { stretch, seq, hash } = end
  const point = { stretch, seq, hash: hash.toString('hex'), at: clock.now().toISOString() }
  const file = before?.file ?? newId()
  const isDue = isLineDue(before, end, clock.now(), now)
  const line = (before?.line ?? 0) + (isDue ? 1 : 0)
  if (isDue) {
    const written = toCheckpoint(audit.keys.writing, { kind: 'line', file, line, ...point })
    appendLine(config.data_dir, written)
    await insertCheckpoint(connection, { place: placeOf(config.data_dir), file, line, seq, at: point.at })
    app.log.info(written, 'audit.checkpoint')
  }
  writeHead(config.data_dir, toCheckpoint(audit.keys.writing, { kind: 'head', file, line, ...point }))
}

function isLineDue(last: Checkpoint | null, end: Mark, at: Date, now: boolean): boolean {
  if (last === null || last.stretch !== end.stretch) return true
  if (isAt(last, end)) return false
  return now || end.seq - last.seq >= lineEverySeals || at.getTime() - Date.parse(last.at) >= lineEveryMs
}
