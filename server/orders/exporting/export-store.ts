import { sql } from 'kysely'
import type { OrderExportQuery } from '#/contract/orders.ts'
import type { Db } from '#/server/platform/database/db.ts'
import type { ExportRow } from './export-table.ts'
import { whatIsAsked } from '../queue/filter-store.ts'
import { queueOrder } from '../queue/queue-order.ts'
import type { TroubleTimes } from '../queue/rules.ts'

export async function listForExport(
  db: Db,
  query: OrderExportQuery,
  limit: number,
  times: TroubleTimes,
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select o.number, o.ordered_at, o.tab, o.recipient_name, o.recipient_phone, o.ttn, p.status_text, o.goods, o.total, p.cod_amount, o.notes
    from orders o left join parcels p on p.order_id = o.id
    where o.deleted_at is null
      ${query.tab === undefined ? sql`` : sql`and o.tab = ${query.tab}`}
      and ${whatIsAsked(query, times) ?? sql`true`}
    order by ${queueOrder(query.tab)} limit ${limit}`.execute(db)
  return rows
}
