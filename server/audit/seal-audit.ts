import type { App } from '#/server/context.ts'
import { genesis, linkOf } from './chain.ts'
import { checkpointPath, writeCheckpoint } from './checkpoint.ts'
import { insertSeals, lastSeal, listUnsealed, lockChain } from './store.ts'

const batchSize = 1_000

/** Gives every entry that waits its place in the chain. Returns how many there were. */
export async function sealAudit(app: Pick<App, 'db' | 'clock' | 'audit_key' | 'config'>): Promise<number> {
  let sealed = 0
  for (;;) {
    const batch = await sealBatch(app)
    sealed += batch
    if (batch < batchSize) return sealed
  }
}

async function sealBatch(app: Pick<App, 'db' | 'clock' | 'audit_key' | 'config'>): Promise<number> {
  const seals = await app.db.transaction().execute(async (tx) => {
    await lockChain(tx)
    const entries = await listUnsealed(tx, batchSize)
    if (entries.length === 0) return []
    let { seq, hash } = (await lastSeal(tx)) ?? { seq: 0, hash: genesis }
    const made = entries.map((entry) => {
      seq += 1
      hash = linkOf(app.audit_key, hash, seq, entry.mac)
      return { seq, entry_id: entry.id, hash }
    })
    await insertSeals(tx, made)
    return made
  })
  const last = seals.at(-1)
  if (last) writeCheckpoint(checkpointPath(app.config.data_dir), app.audit_key, last.seq, last.hash, app.clock.now())
  return seals.length
}
