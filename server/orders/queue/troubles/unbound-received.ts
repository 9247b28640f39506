import { sql } from 'kysely'
import { unboundReceivedWords, type UnboundReceived } from '#/contract/trouble-words/unbound-received.ts'
import { needsReceipt } from './needs-receipt.ts'
import type { TroubleKind, TroubleRow } from './trouble.ts'

/** A doubt that lasts: a key may be without an answer for some minutes, and then the next question settles it. */
export const unboundReceived: TroubleKind<TroubleRow & UnboundReceived> = {
  select: ({ stuck_before }) => sql`
    select o.id as order_id, null::uuid as receipt_id, null::uuid as cash_register_id, coalesce(nullif(o.cod_amount, 0), o.total) as amount,
      coalesce(p.received_at, p.paid_at, p.status_since, p.checked_at, o.ordered_at) as since, o.ttn, o.tab = 'received' as received,
      p.problem ->> 'detail' as doubt
    from parcels p join orders o on o.id = p.order_id
    where p.unproven and ${needsReceipt} and o.cod_amount is distinct from 0
      and coalesce(p.status_since, p.paid_at, '-infinity') <= ${stuck_before.toISOString()}::timestamptz`,
  words: unboundReceivedWords,
}
