import { sql } from 'kysely'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { RaisedAlarm } from './journal.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    audit_alarms: { kind: string; since: string; reason: string; seq: number | null; entry_id: string | null }
  }
}

export const listAlarms = (db: Db | Tx) =>
  db
    .selectFrom('audit_alarms')
    .select(['kind', 'since', 'reason', 'seq', 'entry_id'])
    .orderBy('since')
    .orderBy('kind')
    .execute()

/** Of each kind the first one stays. Nothing is stored once a person has accepted it. Returns the kinds that are new. */
export async function insertAlarms(db: Db, alarms: readonly RaisedAlarm[]): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    insert into audit_alarms (kind, since, reason, seq, entry_id)
    select kind, since, reason, seq, entry_id
    from unnest(${alarms.map(({ kind }) => kind)}::text[], ${alarms.map(({ since }) => since)}::timestamptz[],
      ${alarms.map(({ reason }) => reason)}::text[], ${alarms.map(({ seq }) => seq)}::bigint[],
      ${alarms.map(({ id }) => id)}::uuid[], ${alarms.map(({ stretch }) => stretch)}::int[])
      as alarm (kind, since, reason, seq, entry_id, stretch)
    where not exists (select from audit_stretches where number > alarm.stretch)
    on conflict do nothing returning kind`.execute(db)
  return rows.map(({ kind }) => kind)
}

export const deleteAlarms = async (tx: Db | Tx): Promise<void> => {
  await tx.deleteFrom('audit_alarms').execute()
}
