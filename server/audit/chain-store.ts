import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { runShaped } from '#/server/platform/database/prepared.ts'
import { protectionAsJson } from './protection-store.ts'
import type { FoundProtection } from './protection.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    audit_checkpoints: { id: Generated<number>; file: string; line: number; place: string; seq: number; at: string }
  }
}

export interface ChainState {
  last_seq: number | null
  stretch: number
  has_waiting: boolean
  /** The last line that was written to the folder of this place. */
  told: { file: string; line: number } | null
  /** Names of the settings that hold the keys of the log. */
  key_names: string[]
  protection: FoundProtection
}

/** How the chain stands and how it is protected, in one statement: the sealer asks it every second. */
export async function readChainState(db: Db | Tx, place: string, keyName: string): Promise<ChainState> {
  const [row] = await runShaped(
    db,
    sql<ChainState>`
    select (select max(seq) from audit_seals) as last_seq,
      coalesce((select max(number) from audit_stretches), 0) as stretch,
      exists (select from audit_unsealed) as has_waiting,
      (select json_build_object('file', file, 'line', line) from audit_checkpoints where place = ${place}
        order by id desc limit 1) as told,
      array(select name from settings where name = ${keyName} or starts_with(name, ${`${keyName}.`})) as key_names,
      ${protectionAsJson} as protection`,
  )
  if (row === undefined) throw new Error('the database gave no answer')
  return row
}

export async function insertCheckpoint(
  db: Db | Tx,
  { place, file, line, seq, at }: { place: string; file: string; line: number; seq: number; at: string },
): Promise<void> {
  await db.insertInto('audit_checkpoints').values({ place, file, line, seq, at }).execute()
}
