import { sql } from 'kysely'
import { saleLeftWords, type SaleLeft } from '#/contract/trouble-words/sale-left.ts'
import type { TroubleKind, TroubleRow } from './trouble.ts'

/**
 * Parcels that were received without a receipt, and whose orders have another TTN since. It ends when an order has the TTN
 * again, when a receipt for it lives, or when a person says why none is needed.
 */
export const saleLeft: TroubleKind<TroubleRow & SaleLeft> = {
  select: () => sql`
    select o.id as order_id, null::uuid as receipt_id, null::uuid as cash_register_id, sale.amount,
      coalesce(sale.taken_at, sale.left_at) as since, sale.ttn as left_ttn, o.ttn
    from left_sales sale join orders o on o.id = sale.order_id
    where sale.settled_at is null and o.deleted_at is null
      and not exists (select from orders other where other.ttn = sale.ttn and other.deleted_at is null)
      and not exists (select from receipts rc where rc.ttn = sale.ttn and counts(rc))`,
  words: saleLeftWords,
}
