import { sql } from 'kysely'
import { returnDueWords, type ReturnDue } from '#/contract/trouble-words/return-due.ts'
import type { TroubleKind, TroubleRow } from './trouble.ts'

/** Fiscal receipts of parcels that were refused. It ends with their return, or when a person says why none is needed. */
export const returnDue: TroubleKind<TroubleRow & ReturnDue> = {
  select: () => sql`
    select o.id as order_id, rc.id as receipt_id, rc.cash_register_id,
      coalesce(fiscal.amount, 0) + coalesce(o.advance_amount, 0) as amount, coalesce(p.status_since, o.ordered_at) as since,
      fiscal.amount as of_parcel, o.advance_amount as of_advance
    from orders o left join parcels p on p.order_id = o.id
      cross join lateral (select case when o.ettn_state = 'fiscal' then o.ettn_amount end as amount) fiscal
      join lateral (
        select id, cash_register_id from receipts
        where order_id = o.id and state = 'fiscalized' and lives(receipts) and is_real(receipts)
        order by kind = 'ettn' desc limit 1) rc on true
    where o.return_due`,
  words: returnDueWords,
}
