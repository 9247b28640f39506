import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { decrypt, encrypt, UnreadableSecret } from '#/server/platform/encryption/encryption.ts'
import { sealedColumns, type SealedColumn } from './sealed-columns.ts'
import { lockSealedByOthers, replaceEnvelopes, type SealedRow } from './store.ts'

/** Small, so that a person who saves a register at that moment does not notice. */
const batchSize = 20

type Resealing = Pick<App, 'db' | 'encryption_keys'>

/** Goes once through everything that another key sealed and seals it with `kid`, which is the one that writes now. */
export async function resealSecrets(app: Resealing, kid: string): Promise<number> {
  let resealed = 0
  for (const column of sealedColumns) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const from: string = after
      const batch = await app.db.transaction().execute((tx) => resealBatch(app, tx, column, kid, from))
      resealed += batch.resealed
      after = batch.last
    }
  }
  return resealed
}

async function resealBatch(app: Resealing, tx: Tx, column: SealedColumn, kid: string, after: string) {
  const rows = await lockSealedByOthers(tx, column, kid, after, batchSize)
  const changes = rows.flatMap((row) => reseal(app, column, row))
  if (changes.length > 0) await replaceEnvelopes(tx, column, changes)
  return { resealed: changes.length, last: rows.at(-1)?.row }
}

function reseal({ encryption_keys: keys }: Resealing, { table, field }: SealedColumn, { row, envelope }: SealedRow) {
  const place = { table, row, field }
  try {
    return [{ row, envelope, resealed: encrypt(keys, place, decrypt(keys, place, envelope)) }]
  } catch (error) {
    // The survey after the pass reports it; the others must not wait for a person to put it right.
    if (error instanceof UnreadableSecret) return []
    throw error
  }
}
