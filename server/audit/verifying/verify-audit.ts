import type { AuditVerdict } from '#/contract/audit.ts'
import type { App } from '#/server/app.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { listAlarms } from '../alarm/alarm-store.ts'
import { raiseAlarm } from '../alarm/raise-alarm.ts'
import { isAccepted, listAcceptances } from '../chain/acceptances.ts'
import { addBreak, isNamedIn, other, type Break } from '../chain/breaks.ts'
import { countRows } from '../chain/entry-store.ts'
import { genesis, type Point } from '../chain/seal.ts'
import { walkChain } from '../chain/walk-chain.ts'
import { readGiven } from '../checkpoints/checkpoint-file.ts'
import { checkPoints, readKept, type Kept } from '../checkpoints/keep-checkpoint.ts'
import { findOutside } from './find-outside.ts'
import { whyUnprotected } from './trigger-store.ts'

export type AuditApp = Pick<App, 'db' | 'clock' | 'audit' | 'config' | 'log'>

interface Verified extends AuditVerdict {
  /** Every place that is not as it was written. */
  breaks: Break[]
}

interface Options {
  /** A file of checkpoints that were kept elsewhere. */
  given?: string | undefined
  signal?: AbortSignal
}

/** Reads the whole log at one moment and names everything that is not as it was written. Nothing waits for it. */
export async function verifyAudit(app: AuditApp, options: Options = {}): Promise<Verified> {
  const kept = await readKept(app, app.db)
  return app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => verifyWithin(app, tx, kept, options))
}

/** The same, and what it finds becomes an alarm that every page shows. */
export async function verifyAndRaise(app: AuditApp, options: Options = {}): Promise<Verified> {
  const verified = await verifyAudit(app, options)
  const { ok, entries, sealed_to, breaks, accepted = [] } = verified
  // A person may have accepted the breaks while they were looked for.
  const isAsRead = (await listAcceptances(app.db, app.audit.keys)).length === accepted.length
  if (breaks[0] !== undefined && isAsRead) await raiseAlarm(app, breaks[0])
  app.log.info({ ok, entries, sealed_to }, 'audit.verified')
  return verified
}

/** Within a transaction that reads at one moment. */
export async function verifyWithin(
  app: AuditApp,
  tx: Tx,
  kept: Kept,
  { given, signal }: Options = {},
): Promise<Verified> {
  const { found, end, acceptances } = await examineChain(app, tx, kept, { signal })
  const beside = await findOutside(tx, app.audit.keys)
  if (given !== undefined) await checkPoints(tx, await readGiven(given, app.audit.keys), beside)
  const breaks = [...found, ...beside.filter((one) => !isAccepted(acceptances, one))]
  const unprotected = await whyUnprotected(tx)
  // Rows that are hidden look as if they were removed, so that comes first.
  if (unprotected !== null) breaks[unprotected.hides_rows ? 'unshift' : 'push'](other(unprotected.reason))
  // An earlier break that is not accepted yet, also when it can no longer be seen.
  for (const { reason, seq, entry_id } of await listAlarms(tx)) {
    const alarm = other(`${reason} (тривогу ще не прийнято)`, seq, entry_id)
    if (!isNamedIn(breaks, alarm) && !breaks.some((one) => one.reason === reason)) breaks.push(alarm)
  }
  const [first] = breaks
  return {
    ok: first === undefined,
    entries: await countRows(tx, 'audit_log'),
    sealed_to: typeof first?.seq === 'number' ? Math.min(end.seq, first.seq - 1) : end.seq,
    first_bad: first === undefined ? null : { seq: first.seq, id: first.id, reason: first.reason },
    ...(acceptances.length > 0 && {
      accepted: acceptances.map(({ at, reason, first_seq }) => ({ at, reason, before_seq: first_seq })),
    }),
    breaks,
  }
}

/** Compares the keys, the checkpoint and the chain. `from`: up to where the chain is known to be whole. `found`: what is not accepted. */
export async function examineChain(
  { audit }: Pick<AuditApp, 'audit'>,
  db: Db | Tx,
  { point, problem }: Kept,
  { from = genesis, signal }: { from?: Point; signal?: AbortSignal | undefined } = {},
) {
  const found: Break[] = []
  if (!(await audit.refreshKeys(db))) found.push(other('ключ журналу вилучено або підмінено'))
  if (problem !== null) found.push(other(problem))
  const acceptances = await listAcceptances(db, audit.keys)
  const isOpen = (one: Break) => !isAccepted(acceptances, one)
  const end = await walkChain(db, audit.keys, from, (one) => isOpen(one) && addBreak(found, one), signal)
  if (point !== null) await checkPoints(db, [point], found)
  return { found: found.filter(isOpen), end, acceptances }
}
