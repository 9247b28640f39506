import { sql, type Generated } from 'kysely'
import type { SyncReport } from '#/contract/orders.ts'
import { toPlainStatus } from '#/server/integrations/crm/cancelled-statuses.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import type { CrmFailure } from '#/server/integrations/crm/crm-client.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { ifNobodyElse } from '#/server/platform/database/locks.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'
import { newId } from '#/server/platform/random.ts'
import { toContent } from './rules.ts'
import { toSearchText } from './search.ts'
import type { OrderContent } from './store.ts'
import { unreadableJson } from './unreadable-store.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    crm_sync: {
      only_one: Generated<boolean>
      state: 'ok' | 'failed'
      finished_at: string
      succeeded_at: string | null
      problem: unknown
      synced_to: string | null
      retried_at: string | null
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
 * into their own hands (edited, hidden, or with a receipt) keeps all it has, its number, date and status too; that the CRM
 * now says something else is noted in `crm` and `crm_changed`. Whether the CRM has cancelled it is always told. The known
 * orders that change are locked first, in the order of their ids as everybody does who locks several; the insert waits for
 * that because it asks how many there are.
 */
export async function storePage(
  tx: Tx,
  orders: readonly CrmOrder[],
  cancelled: ReadonlySet<string>,
): Promise<StoredOrder[]> {
  const rows = orders.map((order) => toRow(order, cancelled))
  const { rows: stored } = await sql<StoredOrder>`
    with page as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as page (id uuid, crm_id text, number text, ordered_at timestamptz,
        crm_status text, recipient_name text, recipient_phone text, ttn text, notes text, goods jsonb, total bigint, search text, crm jsonb,
        crm_cancelled boolean)),
    before as materialized (
      select o.crm_id, ${contentJson('o')} as content, ${heldSql('o')} as held
      from orders o join page using (crm_id) where ${differs('o', 'page')}
      order by o.id for no key update of o),
    written as (
      insert into orders as o (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, ttn, notes, goods, total, search,
        crm, crm_cancelled)
      select page.id, page.crm_id, page.number, page.ordered_at, page.crm_status, page.recipient_name, page.recipient_phone, page.ttn,
        page.notes, page.goods, page.total, page.search, page.crm, page.crm_cancelled
      from page left join orders known on known.crm_id = page.crm_id where ${differs('known', 'page')}
        and (select count(*) from before) >= 0
      on conflict (crm_id) do update set
        crm = excluded.crm, crm_cancelled = excluded.crm_cancelled,
        ${keptIfHeld},
        crm_changed = ${heldSql('o')} and (${contentJson('o')} <> ${contentJson('excluded')}
          or (o.number, o.ordered_at) is distinct from (excluded.number, excluded.ordered_at)),
        version = o.version + 1
      where ${differs('o', 'excluded')}
      returning o.id, o.crm_id, ${contentJson('o')} as content)
    select written.id, before.content as before, written.content as after,
      case when before.crm_id is null then 'added' when before.held then 'held' else 'updated' end as outcome
    from written left join before using (crm_id)`.execute(tx)
  return stored
}

function toRow(order: CrmOrder, cancelled: ReadonlySet<string>) {
  const content = toContent(order)
  const { number, ordered_at, status } = order
  return {
    id: newId(),
    crm_id: order.crm_id,
    number,
    ordered_at,
    crm_status: status,
    ...content,
    search: toSearchText({ ...content, number }),
    crm: { ...content, number, ordered_at, status },
    crm_cancelled: cancelled.has(toPlainStatus(status)),
  }
}

/** A person has taken it into their own hands. */
const heldSql = (table: string) =>
  sql.raw(`(${table}.edited_at is not null or ${table}.deleted_at is not null or ${table}.has_receipt)`)

/** The words for a cancelled order are a setting, so the same order may mean something else today. */
const differs = (known: string, given: string) =>
  sql.raw(
    `(${known}.crm is distinct from ${given}.crm or ${known}.crm_cancelled is distinct from ${given}.crm_cancelled)`,
  )

const kept = [
  'number',
  'ordered_at',
  'crm_status',
  'recipient_name',
  'recipient_phone',
  'ttn',
  'notes',
  'goods',
  'total',
  'search',
]
const keptIfHeld = sql.join(
  kept.map(
    (name) =>
      sql`${sql.id(name)} = case when ${heldSql('o')} then ${sql.id('o', name)} else ${sql.id('excluded', name)} end`,
  ),
)

const contentJson = (table: string) =>
  sql.raw(`jsonb_build_object('recipient_name', ${table}.recipient_name, 'recipient_phone', ${table}.recipient_phone, 'ttn', ${table}.ttn,
    'notes', ${table}.notes, 'goods', ${table}.goods, 'total', ${table}.total)`)

/**
 * The words for a cancelled order may be others since the last start, and the CRM does not bring unchanged orders again.
 * PostgreSQL compares exact texts only: what its locale calls a capital letter is not known here.
 */
export async function reviewCancelled(db: Db, cancelled: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<{ status: string }>`select distinct crm ->> 'status' as status from orders`.execute(db)
  const meant = rows.flatMap(({ status }) => (cancelled.has(toPlainStatus(status ?? '')) ? [status] : []))
  await sql`
    update orders set crm_cancelled = not crm_cancelled, version = version + 1
    where id in (select id from orders where crm_cancelled <> (crm ->> 'status' = any(${meant})) order by id for no key update)`.execute(
    db,
  )
}

export interface SyncState {
  state: 'ok' | 'failed'
  finished_at: string
  succeeded_at: string | null
  problem: CrmFailure | null
  synced_to: string | null
  /** When all orders that cannot be read were last asked for again. */
  retried_at: string | null
  unreadable: SyncReport['unreadable']
  /** By the database's clock. */
  seconds_ago: number
}

const syncState = prepare<SyncState>(`
  select state, finished_at, succeeded_at, problem, synced_to, retried_at,
    extract(epoch from clock_timestamp() - finished_at)::float8 as seconds_ago, ${unreadableJson} as unreadable
  from crm_sync`)

export const findSyncState = async (db: Db | Tx): Promise<SyncState | undefined> =>
  (await runPrepared(db, syncState))[0]

/** Two runs may overlap when a connection was lost: what one has reached, the other does not take back. */
export async function noteSyncSuccess(tx: Tx, synced_to: string | null, retried_at: string | null): Promise<void> {
  await sql`
    insert into crm_sync (state, finished_at, succeeded_at, problem, synced_to, retried_at)
    values ('ok', clock_timestamp(), clock_timestamp(), null, ${synced_to}, ${retried_at})
    on conflict (only_one) do update set state = 'ok', finished_at = excluded.finished_at, succeeded_at = excluded.succeeded_at,
      problem = null, synced_to = greatest(excluded.synced_to, crm_sync.synced_to),
      retried_at = greatest(excluded.retried_at, crm_sync.retried_at)`.execute(tx)
}

export async function noteSyncFailure(tx: Tx, problem: CrmFailure): Promise<void> {
  await sql`
    insert into crm_sync (state, finished_at, problem) values ('failed', clock_timestamp(), ${JSON.stringify(problem)}::jsonb)
    on conflict (only_one) do update set state = 'failed', finished_at = excluded.finished_at, problem = excluded.problem`.execute(
    tx,
  )
}

/** One run at a time in the whole fleet. */
export const ifNobodySyncs = <Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result | 'busy'> =>
  ifNobodyElse(db, 'crm_sync', work)
