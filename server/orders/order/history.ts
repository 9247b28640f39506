import { arrivalSentence, historySentence } from '#/contract/order-words.ts'
import { sql } from 'kysely'
import { AppError } from '#/contract/errors.ts'
import type { Db } from '#/server/platform/database/db.ts'

interface Step {
  at: string
  actor: { id: string; login: string } | null
  action: string | null
  details: Record<string, unknown>
}

/** Everything that happened to an order, newest first, in words; the last line is its arrival. */
export async function orderHistory(db: Db, id: string) {
  const { rows } = await sql<Step>`
    select at, action, details, case when actor_id is null then null else json_build_object('id', actor_id, 'login', actor_login) end as actor, 0 as seq
    from audit_log where subject_type = 'order' and subject_id = ${id}
    union all
    select at, action, details, case when actor_id is null then null else json_build_object('id', actor_id, 'login', actor_login) end, 0
    from audit_log where subject_type = 'receipt' and action in ('receipt.sums_accepted', 'receipt.sums_not_accepted')
      and subject_id in (select id::text from receipts where order_id = ${id})
    union all
    select at, 'parcel.stepped', s.details || jsonb_build_object('ttn', s.ttn, 'status_code', s.status_code,
        'status_text', s.status_text, 'cash_register', r.name), null, 0
      from parcel_steps s left join cash_registers r on r.id = (s.details ->> 'cash_register_id')::uuid where s.order_id = ${id}
    union all
    select e.at, 'receipt.stepped', e.details || jsonb_build_object('receipt_id', rc.id, 'kind', rc.kind, 'event', e.event,
        'from_state', e.from_state, 'to_state', e.to_state),
        case when e.actor_id is null then null else json_build_object('id', e.actor_id, 'login', e.actor_login) end, e.seq
      from receipts rc join receipt_events e on e.receipt_id = rc.id
      where rc.order_id = ${id} and (e.from_state is distinct from e.to_state or e.actor_id is not null)
    union all
    select created_at, null, '{}'::jsonb, null, 0 from orders where id = ${id}
    order by at desc, action nulls last, seq desc`.execute(db)
  if (!rows.some(({ action }) => action === null)) throw new AppError('order.not_found')
  return {
    items: rows.map(({ at, actor, action, details }) => ({
      at,
      actor,
      text: action === null ? arrivalSentence : historySentence(action, details),
      details,
    })),
  }
}
