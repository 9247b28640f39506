import type { Db } from '#/server/platform/database/db.ts'
import { anyFrom, valuesFrom } from '#/server/platform/database/rows.ts'

export const wasEverRequested = (db: Db): Promise<boolean> => anyFrom(db)`select from receipts limit 1`

/**
 * Parcels for which a diligent cashier would have made receipts: received ones but for the newest three, and those long
 * on their way.
 */
const leftToday = 3
const longOnTheWayDays = 13

export const demoPast = (db: Db, now: Date): Promise<string[]> =>
  valuesFrom(db)`
    with sent as (
      select o.id, o.tab, o.ordered_at, row_number() over (partition by o.tab order by o.ordered_at desc) as place
      from orders o join parcels p on p.order_id = o.id
      where o.deleted_at is null and p.own and p.cod_kind = 'payment_control' and p.cod_amount = o.total)
    select id from sent
    where (tab = 'received' and place > ${leftToday})
      or (tab = 'no_receipt' and ordered_at < ${now.toISOString()}::timestamptz - make_interval(days => ${longOnTheWayDays}))
    order by ordered_at`
