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

const columns = { id: 'uuid', crm_id: 'text', ...ofTheCrm, crm: 'jsonb', crm_cancelled: 'boolean' }
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

/**
 * One statement for the whole page; an order whose content did not change costs no write. An order a person has taken
 * into their own hands (edited, hidden, or with a receipt) keeps all it has, its number, date and status too; that the CRM
 * now says something else is noted in `crm` and `crm_changed`. Whether the CRM has cancelled it is always noted. The known
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
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as page (${typedColumns})),
    before as materialized (
      select o.crm_id, ${contentJson('o')} as content, ${heldSql('o')} as held
      from orders o join page using (crm_id) where ${differs('o', 'page')}
      order by o.id for no key update of o),
    written as (
      insert into orders as o (${columnsOf()}) select ${columnsOf('page.')} from page left join orders known on known.crm_id = page.crm_id where ${differs('known', 'page')}
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

function toRow(order: CrmOrder, cancelled: ReadonlySet<string>): Row {
  const said = toSaid(order)
  const { crm_id, status } = order
  return {
    id: newId(),
    crm_id,
    ...said,
    crm_status: status,
    search: toSearchText(said),
    crm: { ...said, status },
    crm_cancelled: cancelled.has(toPlainStatus(status)),
  }
}

/** By the names of the columns. */
const toSaid = ({ crm_id: _id, updated_at: _time, status: _status, recipient, ...rest }: CrmOrder) => ({
  ...rest,
  recipient_name: recipient.name,
  recipient_phone: recipient.phone,
})

/** A person has taken it into their own hands. */
const heldSql = (table: string) =>
  sql.raw(`(${table}.edited_at is not null or ${table}.deleted_at is not null or ${table}.has_receipt)`)

/** The words for a cancelled order are a setting, so the same order may mean something else today. */
const differs = (known: string, given: string) =>
  sql.raw(
    `(${known}.crm is distinct from ${given}.crm or ${known}.crm_cancelled is distinct from ${given}.crm_cancelled)`,
  )

const keptIfHeld = sql.join(
  Object.keys(ofTheCrm).map(
    (name) =>
      sql`${sql.id(name)} = case when ${heldSql('o')} then ${sql.id('o', name)} else ${sql.id('excluded', name)} end`,
  ),
)

const contentJson = (table: string) =>
  sql.raw(
    `jsonb_build_object(${Object.keys(content)
      .map((name) => `'${name}', ${table}.${name}`)
      .join(', ')})`,
  )

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
