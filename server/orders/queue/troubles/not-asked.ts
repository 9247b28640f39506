import { sql, type RawBuilder } from 'kysely'
import { redirectedCode } from '#/contract/carrier-statuses.ts'
import { notAskedWords, type NotAsked } from '#/contract/trouble-words/not-asked.ts'
import type { TroubleTimes } from '../rules.ts'
import { isWatched, mayBePaid } from './may-be-paid.ts'
import type { TroubleKind, TroubleRow } from './trouble.ts'

/** The columns of every reason why nothing new is known of the parcel `p` of the order `o`. */
const columns = (since: RawBuilder<unknown>, why: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  o.id as order_id, null::uuid as receipt_id, p.cash_register_id, coalesce(nullif(o.cod_amount, 0), o.total) as amount,
  ${since} as since, o.ttn, p.successor_ttn, ${why} as why`

/** Its TTN leads to no parcel. */
const unfindable = (times: TroubleTimes): RawBuilder<unknown> => sql`
  select ${columns(
    sql`coalesce((p.problem ->> 'since')::timestamptz, p.missing_since, p.status_since)`,
    sql`case when p.problem ->> 'kind' = 'bad_number' then 'bad_number' else 'unknown_number' end`,
  )}, null as register, null as trouble
  from parcels p join orders o on o.id = p.order_id
  where p.unfindable and ${mayBePaid(times)}`

/** Since when it is to be asked about. What is due at once, whenever it was asked, would have been due within half a day; what never was, since the order has it. */
const dueSince = (times: TroubleTimes) => sql`
  case when isfinite(p.due_at) then p.due_at else coalesce(p.checked_at + interval '12 hours', ${addedAt(times)}, o.ordered_at) end`

/** Since when the order has it: by the clock of the database, which may be wrong. */
const addedAt = ({ now }: TroubleTimes) =>
  sql`case when p.added_at <= ${now.toISOString()}::timestamptz then p.added_at end`

/**
 * It should have been asked about long ago: the key of its register does not work, or no key does. Also of a fiscal receipt: what is
 * not seen may be a refusal, or another sum.
 */
const overdue = (times: TroubleTimes): RawBuilder<unknown> => sql`
  select ${columns(dueSince(times), sql`case when r.id is not null and (r.carrier_key is null or r.archived_at is not null) then 'no_key' else 'overdue' end`)},
    r.name as register, r.carrier_problem ->> 'detail' as trouble
  from parcels p join orders o on o.id = p.order_id left join cash_registers r on r.id = p.cash_register_id
  where p.active and p.due_at is not null and p.due_at <= ${times.asked_before.toISOString()}::timestamptz
    and ${dueSince(times)} <= ${times.asked_before.toISOString()}::timestamptz
    and p.own is distinct from false and not p.unfindable and o.cod_amount is distinct from 0 and ${isWatched(times)}
    and (o.ettn_state is distinct from 'fiscal' or not p.paid)`

/** Other keys show where it is, and the one that would show its sender does not answer: what is paid for it stays hidden. */
const unseen = (times: TroubleTimes): RawBuilder<unknown> => sql`
  select ${columns(unseenSince(times), sql`'unseen'`)}, key.name as register, key.carrier_problem ->> 'detail' as trouble
  from parcels p join orders o on o.id = p.order_id cross join lateral (
    select name, carrier_problem from cash_registers where archived_at is null and carrier_problem is not null
    order by (carrier_problem ->> 'since')::timestamptz limit 1) key
  where p.active and p.own is null and p.cash_register_id is null and not p.unfindable and not p.unproven
    and p.due_at > ${times.asked_before.toISOString()}::timestamptz
    and ${unseenSince(times)} <= ${times.asked_before.toISOString()}::timestamptz and ${mayBePaid(times)}`

const unseenSince = (times: TroubleTimes) => sql`
  greatest((key.carrier_problem ->> 'since')::timestamptz, coalesce(${addedAt(times)}, o.ordered_at))`

/** The carrier sent a parcel of ours on under another TTN, and has not shown it there for two days: unknown, deleted, or left out of its answers. */
const lostOnItsWay = (times: TroubleTimes): RawBuilder<unknown> => sql`
  select ${columns(sql`p.status_since`, sql`'lost_on_its_way'`)}, null as register, null as trouble
  from parcels p join orders o on o.id = p.order_id
  where p.successor_kind = 'redirect' and p.successor_ttn is not null and p.active and p.own and p.status_code = ${redirectedCode}
    and p.status_since <= ${times.now.toISOString()}::timestamptz - interval '2 days'
    and (p.due_at is null or p.due_at > ${times.asked_before.toISOString()}::timestamptz) and ${mayBePaid(times)}`

export const notAsked: TroubleKind<TroubleRow & NotAsked> = {
  select: (times) => sql`
    ${unfindable(times)} union all ${overdue(times)} union all ${unseen(times)} union all ${lostOnItsWay(times)}`,
  words: notAskedWords,
}
