import { sql } from 'kysely'
import { stuckWords, type Stuck } from '#/contract/trouble-words/stuck.ts'
import type { TroubleKind, TroubleRow } from './trouble.ts'

/**
 * Receipts that the service itself must bring on, and that it has not for too long, whatever the reason. A try that
 * failed does not begin the wait anew, nor does a lookup that a person or the service repeats: the wait is counted from
 * when the receipt was requested, its document first came to be, or its cancellation was last requested.
 */
export const stuck: TroubleKind<TroubleRow & Stuck> = {
  select: ({ stuck_before }) => sql`
    select rc.order_id, rc.id as receipt_id, rc.cash_register_id, rc.amount, begun.at as since,
      rc.state, rc.kind, rc.cancel_wanted, rc.problem,
      exists (select from receipts a where a.id = rc.prepayment_id and a.state <> 'fiscalized') as waits_for_advance
    from receipts rc cross join lateral (
      select case when rc.state = 'created' and not rc.cancel_wanted then min(e.at) else max(e.at) end as at from receipt_events e
      where e.receipt_id = rc.id and case
        when rc.cancel_wanted then e.event = 'cancel_asked'
        when rc.state = 'created' then e.to_state = 'created' and e.from_state is distinct from 'created'
        else e.to_state in ('queued', 'sending', 'unknown', 'attention')
          and coalesce(e.from_state not in ('queued', 'sending', 'unknown', 'attention'), true) end) begun
    where rc.retired_at is null
      and (rc.state in ('queued', 'sending', 'unknown', 'cancelling', 'cancel_unknown')
        or (rc.state = 'created' and (rc.kind = 'prepayment' or rc.cancel_wanted)))
      and begun.at <= ${stuck_before.toISOString()}::timestamptz`,
  words: stuckWords,
}
