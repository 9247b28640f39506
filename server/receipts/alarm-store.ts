import { sql } from 'kysely'
import type { Orphan } from '#/contract/receipt-alarms.ts'
import { receiptStates, type ReceiptState } from '#/contract/receipt-states.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { rowFrom, rowsFrom, valueFrom } from '#/server/platform/database/rows.ts'
import { instant } from '#/server/platform/database/json.ts'
import { shownAtMost } from './trouble-store.ts'

const isUnsettled = (state: ReceiptState): boolean => !['fiscalized', 'cancelled', 'failed'].includes(state)

/** Excludes settled ones: they only grow in number, so counting them would cost more every year. */
export async function countUnsettled(db: Db): Promise<Record<string, number>> {
  const rows = await rowsFrom(db)<{ state: ReceiptState; count: number }>`
    select state, count(*) as count from receipts where state not in ('cancelled', 'failed', 'fiscalized') group by state`
  const counts: Record<string, number> = {}
  for (const state of receiptStates.filter(isUnsettled)) counts[state] = 0
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** States in which the service acts next; in the others the buyer or a person does. */
const atWork = ['queued', 'sending', 'unknown', 'cancelling', 'cancel_unknown'] as const satisfies ReceiptState[]

/** How many seconds the oldest of them has been in its state, by the history of receipts. */
export async function ageOfOldest(db: Db, now: Date): Promise<Record<string, number>> {
  const rows = await rowsFrom(db)<{ state: ReceiptState; since: string }>`
    select r.state, min(entered.at) as since from receipts r cross join lateral (
      select max(e.at) as at from receipt_events e
      where e.receipt_id = r.id and e.to_state = r.state and e.from_state is distinct from e.to_state) entered
    where r.state in (${sql.join(atWork)}) group by r.state`
  const ages: Record<string, number> = {}
  for (const state of atWork) ages[state] = 0
  for (const { state, since } of rows) ages[state] = Math.max(0, (now.getTime() - Date.parse(since)) / 1000)
  return ages
}

export const countReceivedWithoutReceipt = async (db: Db): Promise<number> =>
  (await valueFrom(db)<number>`
    select coalesce(sum(amount), 0)::bigint as count from order_tallies where name = 'received_without_receipt'`) ?? 0

export async function countOrphans(db: Db): Promise<number> {
  return (await tallyOrphans(db)).count
}

/** How many there are, and the total of those whose sum is known. */
export const tallyOrphans = async (db: Db): Promise<{ count: number; amount: number }> =>
  (await rowFrom(db)<{ count: number; amount: number }>`
    select count(*) as count, coalesce(sum(d.amount), 0)::bigint as amount
    from receipt_incidents i left join provider_documents d on d.provider_id = i.provider_id
    where i.kind = 'orphan' and i.settled_at is null`) ?? { count: 0, amount: 0 }

/** Oldest first. */
export const listOrphans = (db: Db): Promise<Orphan[]> =>
  rowsFrom(db)`
    select i.provider_id, o.id as order_id, ${instant(sql`i.at`)} as at,
      case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end as cash_register,
      o.number, coalesce(d.ttn, i.details ->> 'ttn') as ttn,
      case when o.id is not null then json_build_object('name', o.recipient_name, 'phone', o.recipient_phone) end as recipient,
      d.amount
    from receipt_incidents i
      left join cash_registers r on r.id = i.cash_register_id
      left join orders o on o.id = order_of_incident(i)
      left join provider_documents d on d.provider_id = i.provider_id
    where i.kind = 'orphan' and i.settled_at is null order by i.at, i.id limit ${shownAtMost}`
