import { sql, type Generated } from 'kysely'
import type { CrmFailure, CrmOrder } from '#/server/integrations/crm/crm-client.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import { ifNobodyElse } from '#/server/platform/database/only-one.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'
import { newId } from '#/server/platform/random.ts'
import { toContent } from './rules.ts'
import { toSearchText } from './search.ts'
import type { OrderContent } from './store.ts'

declare module '#/server/platform/database/database.ts' {
  interface Tables {
    crm_sync: {
      only_one: Generated<boolean>
      state: 'ok' | 'failed'
      finished_at: string
      succeeded_at: string | null
      problem: unknown
      synced_to: string | null
    }
  }
}

/** What a page changed, order by order. `before` is what we showed, null for a new order. */
export interface StoredOrder {
  id: string
  outcome: 'added' | 'updated' | 'held'
  before: OrderContent | null
  after: OrderContent
}

/**
 * One statement for the whole page; an order whose content did not change costs no write. An order a person has taken
 * into their own hands (edited, hidden, or with a receipt) keeps what it has; that the CRM now says something else is
 * noted in `crm` and `crm_changed`. The known orders that change are locked first, in the order of their ids as everybody
 * does who locks several; the insert waits for that because it asks how many there are.
 */
export async function storePage(tx: Tx, orders: readonly CrmOrder[]): Promise<StoredOrder[]> {
  const rows = orders.map((order) => {
    const content = toContent(order)
    return {
      id: newId(),
      crm_id: order.crm_id,
      number: order.number,
      ordered_at: order.ordered_at,
      crm_status: order.status,
      ...content,
      search: toSearchText({ ...content, number: order.number }),
      crm: { ...content, number: order.number, ordered_at: order.ordered_at, status: order.status },
    }
  })
  const { rows: stored } = await sql<StoredOrder>`
    with page as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as page (id uuid, crm_id text, number text, ordered_at timestamptz,
        crm_status text, recipient_name text, recipient_phone text, ttn text, notes text, goods jsonb, total bigint, search text, crm jsonb)),
    before as materialized (
      select o.crm_id, ${contentJson('o')} as content, ${heldSql('o')} as held
      from orders o join page using (crm_id) where o.crm is distinct from page.crm
      order by o.id for no key update of o),
    written as (
      insert into orders as o (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, ttn, notes, goods, total, search, crm)
      select page.id, page.crm_id, page.number, page.ordered_at, page.crm_status, page.recipient_name, page.recipient_phone, page.ttn,
        page.notes, page.goods, page.total, page.search, page.crm
      from page left join orders known on known.crm_id = page.crm_id where known.crm is distinct from page.crm
        and (select count(*) from before) >= 0
      on conflict (crm_id) do update set
        number = excluded.number, ordered_at = excluded.ordered_at, crm_status = excluded.crm_status, crm = excluded.crm,
        recipient_name = case when ${heldSql('o')} then o.recipient_name else excluded.recipient_name end,
        recipient_phone = case when ${heldSql('o')} then o.recipient_phone else excluded.recipient_phone end,
        ttn = case when ${heldSql('o')} then o.ttn else excluded.ttn end,
        notes = case when ${heldSql('o')} then o.notes else excluded.notes end,
        goods = case when ${heldSql('o')} then o.goods else excluded.goods end,
        total = case when ${heldSql('o')} then o.total else excluded.total end,
        search = case when ${heldSql('o')} then o.search else excluded.search end,
        crm_changed = ${heldSql('o')} and ${contentJson('o')} <> ${contentJson('excluded')},
        version = o.version + 1
      where o.crm is distinct from excluded.crm
      returning o.id, o.crm_id, ${contentJson('o')} as content)
    select written.id, before.content as before, written.content as after,
      case when before.crm_id is null then 'added' when before.held then 'held' else 'updated' end as outcome
    from written left join before using (crm_id)`.execute(tx)
  return stored
}

/** A person has taken it into their own hands. */
const heldSql = (table: string) =>
  sql.raw(`(${table}.edited_at is not null or ${table}.deleted_at is not null or ${table}.has_receipt)`)

const contentJson = (table: string) =>
  sql.raw(`jsonb_build_object('recipient_name', ${table}.recipient_name, 'recipient_phone', ${table}.recipient_phone, 'ttn', ${table}.ttn,
    'notes', ${table}.notes, 'goods', ${table}.goods, 'total', ${table}.total)`)

export interface SyncState {
  state: 'ok' | 'failed'
  finished_at: string
  succeeded_at: string | null
  problem: CrmFailure | null
  synced_to: string | null
  /** By the database's clock. */
  seconds_ago: number
}

const syncState = prepare<SyncState>(`
  select state, finished_at, succeeded_at, problem, synced_to,
    extract(epoch from clock_timestamp() - finished_at)::float8 as seconds_ago
  from crm_sync`)

export const findSyncState = async (db: Db | Tx): Promise<SyncState | undefined> =>
  (await runPrepared(db, syncState))[0]

export async function noteSyncSuccess(tx: Tx, synced_to: string | null): Promise<void> {
  await sql`
    insert into crm_sync (state, finished_at, succeeded_at, problem, synced_to) values ('ok', clock_timestamp(), clock_timestamp(), null, ${synced_to})
    on conflict (only_one) do update set state = 'ok', finished_at = excluded.finished_at, succeeded_at = excluded.succeeded_at,
      problem = null, synced_to = coalesce(excluded.synced_to, crm_sync.synced_to)`.execute(tx)
}

export async function noteSyncFailure(tx: Tx, problem: CrmFailure): Promise<void> {
  await sql`
    insert into crm_sync (state, finished_at, problem) values ('failed', clock_timestamp(), ${JSON.stringify(problem)}::jsonb)
    on conflict (only_one) do update set state = 'failed', finished_at = excluded.finished_at, problem = excluded.problem`.execute(
    tx,
  )
}

const syncLock = 7_586_930

/** One run at a time in the whole fleet. */
export const ifNobodySyncs = <Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result | 'busy'> =>
  ifNobodyElse(db, syncLock, work)
