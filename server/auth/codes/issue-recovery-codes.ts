import type { Tx } from '#/server/platform/database/db.ts'
import { newRecoveryCodes, recoveryHash } from './codes.ts'
import { replaceRecoveryCodes } from './store.ts'

/** Makes a new set; the codes before it stop working. They are shown once and kept as hashes. */
export async function issueRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => recoveryHash(userId, code))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}
