import { sql } from 'kysely'
import type { PayoutLine, PayoutLineQuery } from '#/contract/payouts.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { anyFrom, run, valueFrom, valuesFrom } from '#/server/platform/database/rows.ts'
import { day, instant, named } from '#/server/platform/database/json.ts'
import type { LineVerdict } from './store.ts'
import { toTtn } from '#/server/integrations/ttn.ts'

export const lineJson = sql`json_build_object(
  'id', l.id,
  'register', json_build_object('id', p.id, 'number', p.number, 'day', ${day(sql`p.day`)},
    'payee', ${named('payee')}),
  'position', l.position, 'ttn', l.ttn, 'day', ${day(sql`l.day`)},
  'accepted', l.accepted, 'commission', l.commission, 'transferred', l.transferred,
  'operation_id', l.operation_id, 'order_ref', l.order_ref, 'state', l.state, 'why', l.why,
  'order', case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end,
  'receipt', case when r.state = 'fiscalized' then json_build_object('id', r.id, 'amount', r.amount, 'fiscal_code', r.fiscal_code,
    'fiscalized_at', ${instant(sql`r.fiscalized_at`)}) end,
  'receipt_payee', ${named('theirs')},
  'difference', l.difference,
  'settled', case when l.settled_as = l.judgement then json_build_object('reason', l.settled_reason,
    'at', ${instant(sql`l.settled_at`)}, 'by', l.settled_by_login) end)`

export const wholeLine = sql`payout_lines l
  join payouts p on p.id = l.payout_id join payees payee on payee.id = p.payee_id
  left join orders o on o.id = l.order_id
  left join receipts r on r.id = l.receipt_id
  left join cash_registers register on register.id = r.cash_register_id
  left join payees theirs on theirs.id = register.payee_id`

export const findLine = (db: Db | Tx, id: string): Promise<PayoutLine | undefined> =>
  valueFrom(db)`
    select ${lineJson} as item from ${wholeLine} where l.id = ${id}`

/** Newest day first, within a payout list in its order: ids grow with the position. `limit + 1` rows tell whether there is a next page. */
export async function listLines(db: Db, query: PayoutLineQuery, after: PageCursor | null): Promise<PayoutLine[]> {
  const { register_id, payee_id, state, open, ttn, from, to, limit } = query
  return valuesFrom(db)`
    select ${lineJson} as item from ${wholeLine}
    where true
      ${register_id === undefined ? sql`` : sql`and l.payout_id = ${register_id}`}
      ${payee_id === undefined ? sql`` : sql`and p.payee_id = ${payee_id}`}
      ${state === undefined ? sql`` : sql`and l.state = ${state}`}
      ${open === undefined ? sql`` : open === 'true' ? sql`and l.is_open` : sql`and not l.is_open`}
      ${ttn === undefined ? sql`` : sql`and l.ttn = ${toTtn(ttn) ?? ''}`}
      ${from === undefined ? sql`` : sql`and l.day >= ${from}::date`}
      ${to === undefined ? sql`` : sql`and l.day <= ${to}::date`}
      ${after === null ? sql`` : sql`and (l.day < ${after.at}::timestamptz::date or (l.day = ${after.at}::timestamptz::date and l.id > ${after.id}::uuid))`}
    order by l.day desc, l.id
    limit ${limit + 1}`
}

/** `false`: it is not open, so there is nothing to settle. */
export const settle = (
  tx: Tx,
  id: string,
  { reason, at, by }: { reason: string; at: string; by: { id: string; login: string } | null },
): Promise<boolean> =>
  anyFrom(tx)`
    update payout_lines set settled_as = judgement, settled_reason = ${reason}, settled_at = ${at},
      settled_by = ${by?.id ?? null}, settled_by_login = ${by?.login ?? null}
    where id = ${id} and is_open returning id`

/** `false`: nothing was settled, or the judgement has changed since. */
export const reopen = (tx: Tx, id: string): Promise<boolean> =>
  anyFrom(tx)`
    update payout_lines set settled_as = null, settled_reason = null, settled_at = null, settled_by = null, settled_by_login = null
    where id = ${id} and settled_as = judgement returning id`

export const writeLineVerdicts = (tx: Tx, verdicts: readonly (LineVerdict & { id: string })[]): Promise<void> =>
  run(tx)`
    update payout_lines l
    set state = v.state, why = v.why, order_id = v.order_id, is_ambiguous = v.is_ambiguous, receipt_id = v.receipt_id,
      difference = v.difference
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as v (id uuid, state text, why text, order_id uuid, is_ambiguous boolean,
      receipt_id uuid, difference bigint)
    where l.id = v.id and l.id = any(${verdicts.map(({ id }) => id)}::uuid[])`
