import { announce } from '#/server/events/announce.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { valueFrom } from '#/server/platform/database/rows.ts'
import { worthTelling } from './provider-silence.ts'

/** The provider did not answer once more; it is announced to the screens once it is worth showing. `times`: a check counts for so many. */
export async function noteSilence(
  db: Db | Tx,
  id: string,
  { detail, at, times = 1 }: { detail: string; at: Date; times?: number },
): Promise<void> {
  const failures = await valueFrom(db)<number>`
    update cash_registers set provider_silence = jsonb_build_object(
      'detail', ${detail}::text,
      'since', coalesce(provider_silence ->> 'since', ${at.toISOString()}),
      'failures', coalesce((provider_silence ->> 'failures')::int, 0) + ${times}::int)
    where id = ${id} and archived_at is null
    returning (provider_silence ->> 'failures')::int as failures`
  if (failures !== undefined && failures >= worthTelling && failures - times < worthTelling)
    await announce(db, 'cash_register', id)
}

export async function endSilence(db: Db | Tx, id: string): Promise<void> {
  const failures = await valueFrom(db)<number>`
    with was as (select id, (provider_silence ->> 'failures')::int as failures from cash_registers
                 where id = ${id} and provider_silence is not null for update)
    update cash_registers set provider_silence = null from was where cash_registers.id = was.id
    returning was.failures`
  if (failures !== undefined && failures >= worthTelling) await announce(db, 'cash_register', id)
}

export const countUnansweredRegisters = async (db: Db): Promise<number> =>
  (await valueFrom(db)<number>`
    select count(*) as count from cash_registers
    where active and archived_at is null and (provider_silence ->> 'failures')::int >= ${worthTelling}`) ?? 0
