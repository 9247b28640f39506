import { sql } from 'kysely'
import type { ShiftCount, ShiftCountQuery } from '#/contract/shift-counts.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { rowsFrom } from '#/server/platform/database/rows.ts'
import { instant } from '#/server/platform/database/json.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import type { LabelCount } from './rules.ts'

export type ShiftFilter = Pick<ShiftCountQuery, 'from' | 'to' | 'cash_register_id'>

/** A Z-report beside what we have of its shift. */
export interface CountedRow extends Pick<
  ShiftCount,
  'id' | 'cash_register' | 'shift_id' | 'serial' | 'fiscal_code' | 'closed_at' | 'sell_count' | 'return_count'
> {
  /** Empty: the cash register has none of its own. */
  payment_label: string
  is_complete: boolean
  labels: LabelCount[]
}

/** Every receipt of ours that is fiscal and counts for the tax service, advances too. */
const isOurs = sql`r.state = 'fiscalized' and not r.is_test`

/** Both sides by label; a label may be on either side alone. What the fiscal receipt says was paid comes before what we asked for. */
const labels = sql`
  select coalesce(json_agg(json_build_object('label', label, 'z_sum', coalesce(told.sell_sum, 0), 'z_returned', coalesce(told.return_sum, 0),
    'our_count', coalesce(ours.count, 0), 'our_sum', coalesce(ours.sum, 0), 'rounded', coalesce(ours.rounded, 0)) order by label), '[]') as labels
  from (
    select p.label, sum(p.sell_sum) as sell_sum, sum(p.return_sum) as return_sum
    from jsonb_to_recordset(z.payments) as p(label text, sell_sum bigint, return_sum bigint) group by p.label) told
  full join (
    select r.payment_label as label, count(*) as count, sum(coalesce(r.fiscal_amount, r.amount)) as sum,
      sum(abs(r.fiscal_amount - r.amount)) filter (where r.payment = 'cash') as rounded
    from receipts r where r.shift_id = z.shift_id and r.payment_label is not null and ${isOurs} group by r.payment_label) ours
  using (label)`

/** A receipt whose shift is not known belongs to the one in which it became fiscal: all between two Z-reports is of the later one. */
const withoutShift = sql`
  select from receipts r
  where ${isOurs} and r.cash_register_id = z.cash_register_id and r.shift_id is null
    and r.fiscalized_at > earlier.closed_at and r.fiscalized_at <= z.closed_at`

/** Of one whose fiscal receipt was not read yet, only the moment is known at which we saw that there is one, and that is later. */
const notReadYet = sql`
  select from receipts r join receipt_events e on e.receipt_id = r.id
  where ${isOurs} and r.cash_register_id = z.cash_register_id and r.fiscal_code is null
    and e.to_state = 'fiscalized' and e.from_state <> 'fiscalized'
    and e.at > earlier.closed_at and e.at <= z.closed_at + interval '1 day'`

const withoutLabel = sql`
  select from receipts r where r.shift_id = z.shift_id and r.payment_label is null and ${isOurs}`

/** The newest first. The longest shift the law allows is a day, which is where the first one that is known begins. */
export const listCounted = (
  db: Db,
  { from, to, cash_register_id }: ShiftFilter,
  after: PageCursor | null,
  limit: number,
): Promise<CountedRow[]> =>
  rowsFrom(db)`
    select z.id, json_build_object('id', register.id, 'name', register.name) as cash_register, z.shift_id, z.serial, z.fiscal_code,
      ${instant(sql`z.closed_at`)} as closed_at, z.sell_count, z.return_count, register.payment_label,
      not exists (${withoutShift}) and not exists (${notReadYet}) and not exists (${withoutLabel}) as is_complete, counted.labels
    from (
      select * from z_reports
      where true
        ${cash_register_id === undefined ? sql`` : sql`and cash_register_id = ${cash_register_id}`}
        ${from === undefined ? sql`` : sql`and closed_at >= ${kyivDay(from, 0)}`}
        ${to === undefined ? sql`` : sql`and closed_at < ${kyivDay(to, 1)}`}
        ${after === null ? sql`` : sql`and (closed_at, id) < (${after.at}::timestamptz, ${after.id})`}
      order by closed_at desc, id desc limit ${limit}) z
    join cash_registers register on register.id = z.cash_register_id
    cross join lateral (
      select coalesce(max(p.closed_at), z.closed_at - interval '1 day') as closed_at
      from z_reports p where p.cash_register_id = z.cash_register_id and p.closed_at < z.closed_at) earlier
    cross join lateral (${labels}) counted
    order by z.closed_at desc, z.id desc`
