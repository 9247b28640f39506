import { sql } from 'kysely'
import { otherTtnWords, type OtherTtn } from '#/contract/trouble-words/ttn-differs.ts'
import type { TroubleKind, TroubleRow } from './trouble.ts'

/**
 * Orders that a person or a receipt keeps from the CRM while it names another TTN, whose parcel is not watched. A person
 * ends it by a TTN typed since, or by saying that ours is right. A fiscal advance holds no TTN: its rest may go under another.
 */
export const ttnDiffers: TroubleKind<TroubleRow & OtherTtn> = {
  select: () => sql`
    select o.id as order_id, rc.id as receipt_id, coalesce(rc.cash_register_id, p.cash_register_id) as cash_register_id,
      coalesce(rc.amount, o.cod_amount, o.total) as amount, coalesce(o.crm_ttn_at, o.ordered_at) as since,
      o.ttn, o.crm ->> 'ttn' as crm_ttn, o.edited_at is not null as edited,
      case when rc.state = 'fiscalized' then 'fiscal' when rc.id is not null then 'open' end as receipt
    from orders o left join parcels p on p.order_id = o.id
      left join lateral (
        select id, cash_register_id, amount, state from receipts
        where order_id = o.id and kind = 'ettn' and state not in ('cancelled', 'failed') and retired_at is null limit 1) rc on true
    where o.ttn_differs`,
  words: otherTtnWords,
}
