import type { ZReport } from '#/server/integrations/fiscal/fiscal-client.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowsFrom, valueFrom } from '#/server/platform/database/rows.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    z_reports: Omit<ZReport, 'payments'> & {
      cash_register_id: string
      payments: unknown
      fetched_at: string
    }
  }
}

export const findNewestClosing = (db: Db, registerId: string): Promise<string | undefined> =>
  valueFrom(db)`select closed_at from z_reports where cash_register_id = ${registerId} order by closed_at desc limit 1`

/** Returns how many are new or say something else than before. One that is known under another cash register stays there. */
export async function keepZReports(
  tx: Tx,
  registerId: string,
  reports: readonly ZReport[],
  fetchedAt: Date,
): Promise<number> {
  const rows = await rowsFrom(tx)`
    insert into z_reports as kept
      (id, cash_register_id, serial, shift_id, fiscal_code, closed_at, sell_count, return_count, payments, fetched_at)
    select id, ${registerId}, serial, shift_id, fiscal_code, closed_at, sell_count, return_count, payments, ${fetchedAt.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as told(id text, serial integer, shift_id text, fiscal_code text,
      closed_at timestamptz(3), sell_count integer, return_count integer, payments jsonb)
    order by id
    on conflict (id) do update set serial = excluded.serial, shift_id = excluded.shift_id, fiscal_code = excluded.fiscal_code,
      closed_at = excluded.closed_at, sell_count = excluded.sell_count, return_count = excluded.return_count,
      payments = excluded.payments, fetched_at = excluded.fetched_at
    where kept.cash_register_id = excluded.cash_register_id
      and (kept.serial, kept.shift_id, kept.fiscal_code, kept.closed_at, kept.sell_count, kept.return_count, kept.payments)
        is distinct from (excluded.serial, excluded.shift_id, excluded.fiscal_code, excluded.closed_at, excluded.sell_count,
          excluded.return_count, excluded.payments)
    returning kept.id`
  return rows.length
}
