import { sql, type Generated, type GeneratedAlways } from 'kysely'
import type { Goods, Order } from '#/contract/orders.ts'
import type { Tab } from '#/contract/tabs.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import { prepare, runPrepared, textOf, type Reader } from '#/server/platform/database/prepared.ts'
import { orderJson, wholeOrder, withParcelAndReceipt } from './order-json.ts'
import { differences, headDifferences, toContent, type CrmHead, type Differences } from './rules.ts'

export interface OrderContent {
  recipient_name: string
  recipient_phone: string
  ttn: string | null
  notes: string
  goods: Goods[]
  total: number
}

declare module '#/server/platform/database/database.ts' {
  interface Tables {
    orders: {
      id: string
      crm_id: string
      number: string
      ordered_at: string
      crm_status: string
      recipient_name: string
      recipient_phone: string
      ttn: string | null
      notes: string
      goods: unknown
      total: number
      search: string
      search_key: GeneratedAlways<string>
      crm: unknown
      crm_changed: Generated<boolean>
      crm_cancelled: Generated<boolean>
      created_at: Generated<string>
      edited_at: string | null
      deleted_at: string | null
      version: Generated<number>
      has_receipt: Generated<boolean>
      status_code: number | null
      tab: GeneratedAlways<Tab>
      not_needed_reason: string | null
      not_needed_at: string | null
      not_needed_by: string | null
      not_needed_by_login: string | null
      cod_amount: number | null
      paid: Generated<boolean>
      taken_at: string | null
      ettn_state: 'open' | 'fiscal' | null
      ettn_amount: number | null
      accepted_control: number | null
      last_failed: Generated<boolean>
      lacks_receipt: GeneratedAlways<boolean>
      awaits_fiscal: GeneratedAlways<boolean>
      control_differs: GeneratedAlways<boolean>
      has_failed: GeneratedAlways<boolean>
    }
    order_tallies: { id: GeneratedAlways<number>; name: string; amount: number }
  }
}

const oneOrder = prepare<{ item: Order }>(
  `select ${textOf(orderJson)} as item from ${textOf(wholeOrder)} where o.id = $1 and o.deleted_at is null`,
)

export const findOrder = async (db: Db | Tx, id: string): Promise<Order | undefined> =>
  (await runPrepared(db, oneOrder, [id]))[0]?.item

const ordersWithCrm = prepare<{ item: Order; crm: OrderContent & CrmHead; crm_status: string }>(
  `select ${textOf(orderJson)} as item, o.crm, o.crm_status from ${textOf(wholeOrder)} where o.id = any($1::uuid[]) and o.deleted_at is null`,
)

/** With what the CRM now has otherwise, when a person took the order into their own hands. */
export async function findWithDifference(
  db: Reader,
  ids: readonly string[],
): Promise<(Order & { crm_difference: Differences | null })[]> {
  const rows = await runPrepared(db, ordersWithCrm, [ids])
  return rows.map(({ item, crm, crm_status }) => {
    const ours = { number: item.number, ordered_at: item.ordered_at, status: crm_status }
    const difference = { ...headDifferences(ours, crm), ...differences(toContent(item), crm) }
    return Object.assign(item, { crm_difference: item.crm_changed ? difference : null })
  })
}

/** As JSON: it goes to the person who asks as it is. */
export const summaryReading = `
  select json_build_object(
    'count', coalesce(sum(amount) filter (where name = 'awaited'), 0),
    'cod_total', coalesce(sum(amount) filter (where name = 'awaited_cod'), 0),
    'received_without_receipt', coalesce(sum(amount) filter (where name = 'received_without_receipt'), 0))::text as told
  from order_tallies`
const summary = prepare<{ told: string }>(summaryReading)

export const readSummary = async (db: Reader): Promise<string> => (await runPrepared(db, summary))[0]?.told ?? ''

/** What editing needs to know, locked so that nobody else decides meanwhile. */
export async function lockOrder(tx: Tx, id: string) {
  return tx
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'recipient_name',
      'recipient_phone',
      'ttn',
      'notes',
      'goods',
      'total',
      'version',
      'has_receipt',
      'deleted_at',
      'not_needed_reason',
      'crm',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The order as it is now. A changed TTN's parcel is reset by the same statement (triggers of migration 0005), so the old one is not shown. */
export async function updateContent(
  tx: Tx,
  id: string,
  content: OrderContent,
  search: string,
  edited_at: string,
): Promise<Order | undefined> {
  const { rows } = await sql<{ item: Order }>`
    with o as (
      update orders set recipient_name = ${content.recipient_name}, recipient_phone = ${content.recipient_phone}, ttn = ${content.ttn},
        notes = ${content.notes}, goods = ${JSON.stringify(content.goods)}::jsonb, total = ${content.total}, search = ${search},
        edited_at = ${edited_at}, version = version + 1, crm_changed = false
      where id = ${id} returning *)
    select ${orderJson} as item from o ${withParcelAndReceipt}`.execute(tx)
  return rows[0]?.item
}

export async function setDeleted(tx: Tx, id: string, deleted_at: string | null): Promise<void> {
  await sql`update orders set deleted_at = ${deleted_at}, version = version + 1 where id = ${id}`.execute(tx)
}

/**
 * Whether a receipt is in the way of saying that none is needed. A fiscal prepayment is not: its rest may be owed to nobody. Nor
 * is a fiscal test receipt, which nobody could cancel.
 */
export async function hasReceiptThatHolds(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from receipts where order_id = ${id} and retired_at is null and state not in ('cancelled', 'failed')
      and not (state = 'fiscalized' and (kind = 'prepayment' or (is_test and not is_demo()))) limit 1`.execute(tx)
  return rows.length > 0
}

/** null: it needs a receipt as any other. */
export async function setNotNeeded(
  tx: Tx,
  id: string,
  mark: { reason: string; at: string; by: { id: string; login: string } | null } | null,
): Promise<void> {
  await sql`
    update orders set not_needed_reason = ${mark?.reason ?? null}, not_needed_at = ${mark?.at ?? null},
      not_needed_by = ${mark?.by?.id ?? null}, not_needed_by_login = ${mark?.by?.login ?? null}, version = version + 1
    where id = ${id}`.execute(tx)
}

/** The tallies only grow by small changes; now and then they are put together again. Readers see the same sums throughout. */
export async function compactTallies(db: Db): Promise<void> {
  await sql`
    with taken as (delete from order_tallies returning name, amount)
    insert into order_tallies (name, amount) select name, sum(amount) from taken group by name having sum(amount) <> 0`.execute(
    db,
  )
}
