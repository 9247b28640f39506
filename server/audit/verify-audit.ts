import type { AuditVerdict } from '#/contract/audit.ts'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import { genesis, linkOf, macOf } from './chain.ts'
import { checkpointPath, readCheckpoint, type Checkpoint } from './checkpoint.ts'
import { countEntries, findUnchained, listSealed, listUnsealed } from './store.ts'

type FirstBad = NonNullable<AuditVerdict['first_bad']>

const batchSize = 5_000

/** Walks the whole chain and names the first entry that is not as it was written. One snapshot: writers are not held up. */
export async function verifyAudit(
  app: Pick<App, 'db' | 'audit_key' | 'config'>,
  checkpointFile = checkpointPath(app.config.data_dir),
): Promise<AuditVerdict> {
  const checkpoint = readCheckpoint(checkpointFile, app.audit_key)
  return app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const walked = await walkChain(tx, app.audit_key, checkpoint === 'forged' ? null : checkpoint)
      const first_bad =
        walked.first_bad ??
        (checkpoint === 'forged' ? bad(null, null, 'файл контрольної точки змінено') : null) ??
        (await checkUnsealed(tx, app.audit_key))
      return { ok: first_bad === null, entries: await countEntries(tx), sealed_to: walked.seq, first_bad }
    })
}

const bad = (seq: number | null, id: string | null, reason: string): FirstBad => ({ seq, id, reason })

async function walkChain(tx: Tx, key: Buffer, checkpoint: Checkpoint | null) {
  let seq = 0
  let hash = genesis
  for (;;) {
    const rows = await listSealed(tx, seq, batchSize)
    for (const row of rows) {
      const expected = seq + 1
      if (row.seq !== expected) return { seq, first_bad: bad(expected, null, 'запис вилучено разом з печаткою') }
      if (row.id === null || row.mac === null) return { seq, first_bad: bad(row.seq, row.entry_id, 'запис вилучено') }
      const { id, at, action, subject_type, subject_id } = row
      if (at === null || action === null || subject_type === null || subject_id === null)
        throw new Error('audit_log has nulls')
      if (!macOf(key, { ...row, id, at, action, subject_type, subject_id }).equals(row.mac)) {
        return { seq, first_bad: bad(row.seq, row.id, 'запис змінено або вставлено не програмою') }
      }
      hash = linkOf(key, hash, row.seq, row.mac)
      if (!hash.equals(row.hash))
        return { seq, first_bad: bad(row.seq, row.id, 'ланцюг печаток розірвано: порядок записів змінено') }
      seq = row.seq
      if (checkpoint?.seq === seq && checkpoint.hash !== hash.toString('hex')) {
        return { seq, first_bad: bad(seq, row.id, 'журнал не той, що в контрольній точці') }
      }
    }
    if (rows.length < batchSize) break
  }
  if (checkpoint && checkpoint.seq > seq) {
    return {
      seq,
      first_bad: bad(
        seq + 1,
        null,
        `журнал коротший за контрольну точку: останні записи до № ${checkpoint.seq} вилучено`,
      ),
    }
  }
  return { seq, first_bad: null }
}

async function checkUnsealed(tx: Tx, key: Buffer): Promise<FirstBad | null> {
  const unchained = await findUnchained(tx)
  if (unchained) return bad(null, unchained.id, 'запис вставлено поза ланцюгом')
  const forged = (await listUnsealed(tx, batchSize)).find((entry) => !macOf(key, entry).equals(entry.mac))
  return forged ? bad(null, forged.id, 'запис змінено або вставлено не програмою') : null
}
