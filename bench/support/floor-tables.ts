import type { Pool } from 'pg'

/** As the API names them; what is an object there is one column here. */
export const columns = [
  ...[
    'id',
    'crm_id',
    'number',
    'ordered_at',
    'tab',
    'recipient_name',
    'recipient_phone',
    'ttn',
    'notes',
    'goods',
    'total',
  ],
  ...[
    'edited_at',
    'crm_changed',
    'crm_cancelled',
    'version',
    'revision',
    'parcel',
    'cash_register',
    'receipt',
    'receipt_not_needed',
  ],
] as const

/**
 * The product writes the text it searches in with Latin letters too (migration 0006), for the same reason. Notes are left out: nothing
 * here is searched by them, and a change of the notes then touches no index at all.
 */
const searched = `translate(
  lower(recipient_name || ' ' || number || ' ' || jsonb_path_query_array(goods, '$[*].code')::text || ' ' || jsonb_path_query_array(goods, '$[*].name')::text),
  'абвгдежзийклмнопрстуфхцчшщыэюяєіїъь', 'ABVGDEJZYIKLMNOPRSTUFXCHWWYEUQEII')`

/** One flat table that gives the whole order, one index a question, counters kept by the writes, a log of changes. */
const tables = `
  create extension pg_trgm;
  create table orders (
    id uuid primary key,
    crm_id text not null,
    number text not null,
    ordered_at timestamptz(3) not null,
    tab text not null,
    recipient_name text not null,
    recipient_phone text not null,
    ttn text,
    notes text not null,
    goods jsonb not null,
    total bigint not null,
    edited_at timestamptz(3),
    crm_changed boolean not null,
    crm_cancelled boolean not null,
    version int not null,
    revision bigint not null,
    parcel jsonb,
    cash_register jsonb,
    receipt jsonb,
    receipt_not_needed jsonb,
    search text not null generated always as (${searched}) stored
  ) with (fillfactor = 75); -- Room for one more row on every page: a change stays on its page.
  create table counters (name text, slot int, amount bigint not null, primary key (name, slot)) with (fillfactor = 50);
  create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    actor text not null,
    action text not null,
    order_id uuid not null,
    details jsonb not null
  );
  create index audit_of_order on audit (order_id, id);`

const awaited = (row: string) =>
  `case when not (${row}.parcel->>'paid')::boolean and ${row}.parcel->>'group' in ('created', 'moving', 'waiting')
   then (${row}.parcel->>'cod_amount')::bigint end`

/** Spread over slots, so that two writers seldom meet. */
const keptCounters = `
  create function add_to_counter(counted text, change bigint) returns void language sql as $$
    insert into counters values (counted, pg_backend_pid() % 16, change)
    on conflict (name, slot) do update set amount = counters.amount + excluded.amount $$;
  create function keep_counters() returns trigger language plpgsql as $$
  begin
    perform add_to_counter(old.tab, -1), add_to_counter(new.tab, 1),
      add_to_counter('awaited', (${awaited('new')} is not null)::int - (${awaited('old')} is not null)::int),
      add_to_counter('awaited_cod', coalesce(${awaited('new')}, 0) - coalesce(${awaited('old')}, 0));
    return null;
  end $$;
  create trigger keep_counters after update on orders for each row
    when (old.tab <> new.tab or old.parcel is distinct from new.parcel) execute function keep_counters();
  insert into counters
  select tab, 0, count(*) from orders group by tab
  union all select 'awaited', 0, count(${awaited('o')}) from orders o
  union all select 'awaited_cod', 0, coalesce(sum(${awaited('o')}), 0) from orders o
  union all select 'received_without_receipt', 0, count(*) from orders where tab = 'received' and receipt is null;`

const indexes = `
  create index orders_queue on orders (tab, ordered_at desc, id desc) include (search);
  create index orders_search on orders using gin (search gin_trgm_ops);`

export const makeTables = (pool: Pool) => pool.query(tables)

/** Once all orders are there. */
export async function finishTables(pool: Pool): Promise<void> {
  await pool.query(indexes)
  await pool.query(keptCounters)
  for (const table of ['orders', 'counters']) await pool.query(`vacuum (freeze, analyze) ${table}`)
}

/** Orders as the API of the product answers with them, as JSON. */
export const addOrders = (pool: Pool, orders: string) =>
  pool.query(
    `insert into orders (${columns.join(', ')})
     select id, crm_id, number, ordered_at, tab, recipient->>'name', recipient->>'phone', ttn, notes, goods, total, edited_at,
       crm_changed, crm_cancelled, version, revision, nullif(parcel, 'null'), nullif(cash_register, 'null'), nullif(receipt, 'null'),
       nullif(receipt_not_needed, 'null')
     from jsonb_to_recordset($1::jsonb) as o (id uuid, crm_id text, number text, ordered_at timestamptz, tab text, recipient jsonb,
       ttn text, notes text, goods jsonb, total bigint, edited_at timestamptz, crm_changed boolean, crm_cancelled boolean, version int, revision bigint,
       parcel jsonb, cash_register jsonb, receipt jsonb, receipt_not_needed jsonb)`,
    [orders],
  )
