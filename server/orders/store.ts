import { sql, type Generated, type GeneratedAlways } from 'kysely'
import type { ParcelGroup } from '#/contract/carrier-statuses.ts'
import { Order, type Goods } from '#/contract/orders.ts'
import type { Tab } from '#/contract/tabs.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { prepare, runPrepared, textOf } from '#/server/platform/database/prepared.ts'
import { orderText, withRegister, type OrderText } from './order-document.ts'
import { differences, headDifferences, toContent, type CrmHead, type Differences } from './rules.ts'

export interface OrderContent {
  recipient_name: string
  recipient_phone: string
  ttn: string | null
  notes: string
  goods: Goods[]
  total: number
}

declare module '#/server/platform/database/db.ts' {
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
      parcel_group: ParcelGroup | null
      tab: GeneratedAlways<Tab>
      stands_first: GeneratedAlways<boolean>
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

const shownOrder = prepare<{ item: OrderText }>(`
  select ${textOf(orderText)} as item from order_documents d ${textOf(withRegister)} where d.order_id = $1 and not d.hidden`)

export const findOrder = async (db: Db | Tx, id: string): Promise<OrderText | undefined> =>
  (await runPrepared(db, shownOrder, [id]))[0]?.item

interface WithCrm {
  item: OrderText
  crm: (OrderContent & CrmHead & { ours: string }) | null
}

const withCrm = (which: string) =>
  prepare<WithCrm>(`
  select ${textOf(orderText)} as item,
    case when d.crm_changed then (select o.crm || jsonb_build_object('ours', o.crm_status) from orders o where o.id = d.order_id) end as crm
  from order_documents d ${textOf(withRegister)} where d.order_id = ${which} and not d.hidden`)
const oneWithCrm = withCrm('$1')
/** A list of unknown length is planned anew each time, so what asks for one order has a statement of its own. */
const allWithCrm = withCrm('any($1::uuid[])')

/** With what the CRM now has otherwise, when a person took the order into their own hands. */
export const findWithDifference = async (db: Db | Tx, id: string): Promise<OrderText | undefined> =>
  (await runPrepared(db, oneWithCrm, [id])).map(addDifference)[0]

export const listWithDifference = async (db: Db | Tx, ids: readonly string[]): Promise<OrderText[]> =>
  (await runPrepared(db, allWithCrm, [ids])).map(addDifference)

function addDifference({ item, crm }: WithCrm): OrderText {
  const difference = crm === null ? null : differenceFrom(item, crm, crm.ours)
  return `${item.slice(0, -1)},"crm_difference":${JSON.stringify(difference)}}`
}

function differenceFrom(item: OrderText, crm: OrderContent & CrmHead, crm_status: string): Differences {
  const order = Order.parse(JSON.parse(item))
  const ours = { number: order.number, ordered_at: order.ordered_at, status: crm_status }
  return { ...headDifferences(ours, crm), ...differences(toContent(order), crm) }
}

/** As JSON: it goes to the reader as it is. */
export const summaryReading = `
  select json_build_object(
    'count', coalesce(sum(amount) filter (where name = 'awaited'), 0),
    'cod_total', coalesce(sum(amount) filter (where name = 'awaited_cod'), 0),
    'received_without_receipt', coalesce(sum(amount) filter (where name = 'received_without_receipt'), 0))::text as told
  from order_tallies`
const summary = prepare<{ told: string }>(summaryReading)

export const readSummary = async (db: Db | Tx): Promise<string> => (await runPrepared(db, summary))[0]?.told ?? ''

interface FoundOrder extends Omit<OrderContent, 'goods'> {
  id: string
  number: string
  goods: unknown
  version: number
  has_receipt: boolean
  deleted_at: string | null
  not_needed_reason: string | null
}

const decisive = `
  select id, number, recipient_name, recipient_phone, ttn, notes, goods, total, version, has_receipt, deleted_at, not_needed_reason`

const locking = prepare<FoundOrder>(`${decisive} from orders where id = $1 for update`)

/** What a change needs to know, locked so that nobody else decides meanwhile. */
export const lockOrder = async (tx: Tx, id: string): Promise<FoundOrder | undefined> =>
  (await runPrepared(tx, locking, [id]))[0]

const editing = prepare(`
  update orders set recipient_name = $2, recipient_phone = $3, ttn = $4, notes = $5, goods = $6::jsonb, total = $7, search = $8,
    edited_at = $9, version = version + 1, crm_changed = false
  where id = $1`)

interface Edited extends OrderContent {
  search: string
  edited_at: string
}

/** A changed TTN's parcel is reset by the same statement (triggers of migration 0005). */
export async function setContent(tx: Tx, id: string, edited: Edited): Promise<void> {
  const { recipient_name, recipient_phone, ttn, notes, goods, total, search, edited_at } = edited
  const content = [recipient_name, recipient_phone, ttn, notes, JSON.stringify(goods), total]
  await runPrepared(tx, editing, [id, ...content, search, edited_at])
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
