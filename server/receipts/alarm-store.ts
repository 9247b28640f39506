import { sql } from 'kysely'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { receiptStates, type ReceiptState } from '#/contract/receipt-states.ts'
import type { Db } from '#/server/platform/database/database.ts'
import { instant } from '#/server/platform/database/json.ts'
import { shownAtMost } from './trouble-store.ts'

const isUnsettled = (state: ReceiptState): boolean => !['fiscalized', 'cancelled', 'failed'].includes(state)

/** The settled ones only grow: counting them again and again would cost more every year and tell nothing. */
export async function countUnsettled(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: ReceiptState; count: number }>`
    select state, count(*) as count from receipts where state not in ('cancelled', 'failed', 'fiscalized') group by state`.execute(
    db,
  )
  const counts: Record<string, number> = {}
  for (const state of receiptStates.filter(isUnsettled)) counts[state] = 0
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** States in which we are at work; in the others the buyer or a person has the next word. */
const atWork = ['queued', 'sending', 'unknown', 'cancelling', 'cancel_unknown'] as const satisfies ReceiptState[]

/** For how many seconds the oldest of them has been in its state, by their histories. */
export async function ageOfOldest(db: Db, now: Date): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: ReceiptState; since: string }>`
    select r.state, min(entered.at) as since from receipts r cross join lateral (
      select max(e.at) as at from receipt_events e
      where e.receipt_id = r.id and e.to_state = r.state and e.from_state is distinct from e.to_state) entered
    where r.state in (${sql.join(atWork)}) group by r.state`.execute(db)
  const ages: Record<string, number> = {}
  for (const state of atWork) ages[state] = 0
  for (const { state, since } of rows) ages[state] = Math.max(0, (now.getTime() - Date.parse(since)) / 1000)
  return ages
}

export async function countReceivedWithoutReceipt(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(amount), 0)::bigint as count from order_tallies where name = 'received_without_receipt'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function countOrphans(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from receipt_incidents where kind = 'orphan' and settled_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Newest first. */
export async function listOrphans(db: Db): Promise<ReceiptAlarms['orphans']> {
  const { rows } = await sql<ReceiptAlarms['orphans'][number]>`
    select i.provider_id, i.order_id, ${instant(sql`i.at`)} as at,
      case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end as cash_register
    from receipt_incidents i left join cash_registers r on r.id = i.cash_register_id
    where i.kind = 'orphan' and i.settled_at is null order by i.at desc limit ${shownAtMost}`.execute(db)
  return rows
}
