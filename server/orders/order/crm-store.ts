import { sql } from 'kysely'
import { toPlainStatus } from '#/server/integrations/crm/cancelled-statuses.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import type { OrderContent } from './rules.ts'
import { toSearchText } from './search.ts'

/** What the CRM says of an order and a person may change. */
const content: Record<keyof OrderContent, string> = {
  recipient_name: 'text',
  recipient_phone: 'text',
  ttn: 'text',
  notes: 'text',
  goods: 'jsonb',
  total: 'bigint',
}

/** All that the CRM says of an order: the columns and their types. An order that a person holds keeps what it has in them. */
const ofTheCrm = {
  number: 'text',
  ordered_at: 'timestamptz',
  crm_status: 'text',
  ...content,
  search: 'text',
} satisfies Record<keyof ReturnType<typeof toSaid> | 'crm_status' | 'search', string>

const columns = { id: 'uuid', source: 'smallint', crm_id: 'text', ...ofTheCrm, crm: 'jsonb', crm_cancelled: 'boolean' }
type Row = Record<keyof typeof columns, unknown>

const columnsOf = (prefix = '') =>
  sql.raw(
    Object.keys(columns)
      .map((name) => prefix + name)
      .join(', '),
  )
const typedColumns = sql.raw(
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
)

/** What a page changed, order by order. `before` is what we showed, null for a new order. */
export interface StoredOrder {
  id: string
  outcome: 'added' | 'updated' | 'held'
  before: OrderContent | null
  after: OrderContent
}

/** `source`: whose orders they are; those of another one are never touched, whatever their ids. */
export const storePage = (
  tx: Tx,
  source: number,
  orders: readonly CrmOrder[],
  cancelled: ReadonlySet<string>,
  now: Date,
): Promise<StoredOrder[]> =>
  storeRows(
    tx,
    orders.map((order) => toRow(source, order, cancelled.has(toPlainStatus(order.status)))),
    now,
  )

/** So many at a time; the next run takes the others. */
const mostBroughtBack = 500

/**
 * Orders that no person holds any more get what the CRM said of them meanwhile, and those without a TTN the CRM’s: it does not
 * bring an unchanged order again. null: all of them.
 */
export async function bringBack(tx: Tx, ids: readonly string[] | null): Promise<StoredOrder[]> {
  const { rows } = await sql<{ source: number; crm_id: string; crm: Said; crm_cancelled: boolean }>`
    select source, crm_id, crm, crm_cancelled from orders
    where behind_crm ${ids === null ? sql`` : sql`and id = any(${ids}::uuid[])`}
    order by id limit ${mostBroughtBack} for no key update`.execute(tx)
  if (rows.length === 0) return []
  return storeRows(
    tx,
    rows.map(({ source, crm_id, crm: { recipient_name: name, recipient_phone: phone, ...said }, crm_cancelled }) =>
      toRow(source, { ...said, crm_id, recipient: { name, phone }, updated_at: null }, crm_cancelled),
    ),
    null,
  )
}

/**
 * One statement for all; an order that the CRM did not change and that is not behind it costs no write. An order a person has taken
 * into their own hands (edited, hidden, or with a receipt) keeps all it has, its number, date and status too, but for a TTN
 * it does not have and no person took away; what the CRM
 * now says is noted in `crm`, and PostgreSQL compares the two (`crm_changed`). Whether the CRM has cancelled it is always
 * noted. The known orders that change are locked first, in the order of their ids as everybody does who locks several; the
 * insert waits for that because it asks how many there are.
 */
async function storeRows(tx: Tx, rows: readonly Row[], now: Date | null): Promise<StoredOrder[]> {
  const { rows: stored } = await sql<StoredOrder>`
    with page as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as page (${typedColumns})),
    before as materialized (
      select o.id, ${contentJson('o')} as content, ${heldSql('o')} as held
      from orders o join page using (source, crm_id) where ${differs('o', 'page')}
      order by o.id for no key update of o),
    written as (
      insert into orders as o (${columnsOf()}) select ${columnsOf('page.')} from page
      left join orders known on known.source = page.source and known.crm_id = page.crm_id where ${differs('known', 'page')}
        and (select count(*) from before) >= 0
      on conflict (source, crm_id) do update set
        crm = excluded.crm, crm_cancelled = excluded.crm_cancelled,
        ${keptIfHeld},
        crm_ttn_at = case when o.crm ->> 'ttn' is distinct from excluded.crm ->> 'ttn' then ${now?.toISOString() ?? null}::timestamptz else o.crm_ttn_at end,
        version = o.version + case when ${changesWhatIsSeen} then 1 else 0 end
      where ${differs('o', 'excluded')}
      returning o.id, ${contentJson('o')} as content)
    select written.id, before.content as before, written.content as after,
      case when before.id is null then 'added' when before.held then 'held' else 'updated' end as outcome
    from written left join before using (id)`.execute(tx)
  return stored
}

function toRow(source: number, order: CrmOrder, crm_cancelled: boolean): Row {
  const said = toSaid(order)
  const { crm_id, status } = order
  return {
    id: newId(),
    source,
    crm_id,
    ...said,
    crm_status: status,
    search: toSearchText(said),
    crm: { ...said, status },
    crm_cancelled,
  }
}

/** As `crm` keeps it. */
type Said = ReturnType<typeof toSaid> & { status: string }

/** By the names of the columns. */
const toSaid = ({ crm_id: _id, updated_at: _time, status: _status, recipient, ...rest }: CrmOrder) => ({
  ...rest,
  recipient_name: recipient.name,
  recipient_phone: recipient.phone,
})

/** A person has taken it into their own hands. Beside an advance alone it may still get another TTN. */
const heldSql = (table: string) =>
  sql.raw(
    `(${table}.edited_at is not null or ${table}.deleted_at is not null or (${table}.has_receipt and not ${table}.advance_only))`,
  )

/** A receipt states them, an advance too. */
const stated: ReadonlySet<string> = new Set(['goods', 'total'])
const statedSql = (table: string) => sql`(${heldSql(table)} or ${sql.id(table, 'has_receipt')})`

/** The words for a cancelled order are a setting, so the same order may mean something else today. */
const differs = (known: string, given: string) =>
  sql.raw(
    `(${known}.crm is distinct from ${given}.crm or ${known}.crm_cancelled is distinct from ${given}.crm_cancelled
      or ${known}.behind_crm)`,
  )

/** What a person confirms with a receipt has changed: a status of the CRM alone is not part of it. */
const changesWhatIsSeen = sql.raw(
  `(o.crm - 'status' is distinct from excluded.crm - 'status' or o.crm_cancelled <> excluded.crm_cancelled or o.behind_crm)`,
)

/** An order without a TTN gets the CRM’s, unless a person took it away. */
const lacksTtn = sql.raw('(o.ttn is null and o.crm_ttn_seen is null and o.deleted_at is null)')

const keptIfHeld = sql.join(
  Object.keys(ofTheCrm).map((name) => {
    const held = (stated.has(name) ? statedSql : heldSql)('o')
    const kept = name === 'ttn' ? sql`${held} and not ${lacksTtn}` : held
    return sql`${sql.id(name)} = case when ${kept} then ${sql.id('o', name)} else ${sql.id('excluded', name)} end`
  }),
)

const contentJson = (table: string) =>
  sql.raw(
    `jsonb_build_object(${Object.keys(content)
      .map((name) => `'${name}', ${table}.${name}`)
      .join(', ')})`,
  )

/**
 * The words for a cancelled order may be others since the last start, and the CRM does not bring unchanged orders again.
 * PostgreSQL compares exact texts only: what its locale calls a capital letter is not known here. The words are those of one CRM.
 */
export async function reviewCancelled(db: Db, source: number, cancelled: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select distinct crm ->> 'status' as status from orders where source = ${source}`.execute(db)
  const meant = rows.flatMap(({ status }) => (cancelled.has(toPlainStatus(status ?? '')) ? [status] : []))
  await sql`
    update orders set crm_cancelled = not crm_cancelled, version = version + 1
    where id in (select id from orders where source = ${source} and crm_cancelled <> (crm ->> 'status' = any(${meant})) order by id for no key update)`.execute(
    db,
  )
}
