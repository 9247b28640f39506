import type { App } from '#/server/app.ts'
import { decrypt, kidOf, UnreadableSecret, type Place } from '#/server/platform/encryption/encryption.ts'
import { sealedColumns } from './sealed-columns.ts'
import { listSealed } from './store.ts'

/** One secret at rest: the key it names (null: it is no envelope of ours) and why it does not open, if it does not. */
export interface SecretState {
  place: Place
  kid: string | null
  problem: string | null
}

/** Opens every secret there is. There are a few for each cash register, so all of them fit in one look. */
export async function surveySecrets(app: Pick<App, 'db' | 'encryption_keys'>): Promise<SecretState[]> {
  const states: SecretState[] = []
  for (const column of sealedColumns) {
    for (const { row, envelope } of await listSealed(app.db, column)) {
      const place = { table: column.table, row, field: column.field }
      states.push({ place, kid: kidOf(envelope), problem: problemOf(app, place, envelope) })
    }
  }
  return states
}

function problemOf({ encryption_keys }: Pick<App, 'encryption_keys'>, place: Place, envelope: string): string | null {
  try {
    decrypt(encryption_keys, place, envelope)
    return null
  } catch (error) {
    if (error instanceof UnreadableSecret) return error.message
    throw error
  }
}
