import { sql, type Kysely } from 'kysely'

const states = [
  'queued',
  'sending',
  'unknown',
  'attention',
  'created',
  'cancelling',
  'cancel_unknown',
  'fiscalized',
  'cancelled',
  'failed',
]

/** Where each state may go; the service has the same table, and a test holds the two together. */
const moves: [string, string[]][] = [
  ['queued', ['sending', 'cancelled']],
  ['sending', ['created', 'failed', 'cancelled', 'unknown', 'queued']],
  ['unknown', ['created', 'fiscalized', 'attention', 'cancelled', 'failed', 'queued']],
  ['attention', ['unknown', 'created', 'fiscalized']],
  ['created', ['fiscalized', 'cancelled', 'attention', 'cancelling']],
  ['cancelling', ['cancelled', 'fiscalized', 'created', 'cancel_unknown']],
  ['cancel_unknown', ['cancelled', 'fiscalized', 'created', 'attention']],
]

/**
 * Receipts: one row is one document at the provider. The indexes refuse a second live receipt for an order or a TTN and
 * a document used twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createReceipts(db)
  await createMoves(db)
  await createEvents(db)
  await createBatches(db)
}

async function createReceipts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table receipts (
      id uuid primary key,
      order_id uuid not null references orders,
      kind text not null check (kind in ('ettn', 'prepayment')),
      document_kind text not null check (document_kind in ('ettn', 'ettn_rest', 'prepayment')),
      ttn text not null,
      cash_register_id uuid not null references cash_registers,
      is_test boolean not null,
      amount bigint not null check (amount > 0),
      payment text check (payment in ('cashless', 'cash')),
      relation_id text,
      prepayment_id uuid references receipts,
      request text not null,
      shown jsonb not null,
      state text not null default 'queued' check (state in (${sql.join(states.map((state) => sql.lit(state)))})),
      attempt int not null default 0,
      voided int not null default 0,
      cancel_wanted boolean not null default false,
      provider_id text,
      send_not_after timestamptz(3),
      quiet_after timestamptz(3),
      answered jsonb,
      absent_count int not null default 0,
      absent_at timestamptz(3),
      unknown_since timestamptz(3),
      gone_since timestamptz(3),
      problem jsonb,
      fiscal_receipt_id text,
      fiscal_code text,
      fiscalized_at timestamptz(3),
      receipt_url text,
      returned_at timestamptz(3),
      next_check_at timestamptz(3),
      checks int not null default 0,
      lease_until timestamptz(3),
      batch_id uuid,
      created_at timestamptz(3) not null default clock_timestamp(),
      created_by uuid,
      created_by_login text,
      events int not null default 0,
      check ((kind = 'prepayment') = (document_kind = 'prepayment')),
      check ((document_kind = 'ettn') = (relation_id is null)),
      check ((document_kind = 'ettn_rest') = (prepayment_id is not null)),
      check (state not in ('created', 'cancelling', 'cancel_unknown', 'fiscalized') or provider_id is not null)
    )`.execute(db)
  for (const column of ['order_id', 'ttn']) {
    await sql`create unique index ${sql.id(`one_live_receipt_per_${column}`)} on receipts (${sql.id(column)}, kind)
              where state not in ('cancelled', 'failed')`.execute(db)
  }
  await sql`create unique index document_used_once on receipts (provider_id) where provider_id is not null`.execute(db)
  await sql`create index receipts_newest on receipts (created_at desc, id desc)`.execute(db)
  await sql`create index receipts_of_order on receipts (order_id, created_at desc)`.execute(db)
  await sql`create index received_without_receipt on orders (ordered_at desc)
            where tab = 'received' and not has_receipt and deleted_at is null`.execute(db)
  await sql`create index receipts_of_batch on receipts (batch_id) where batch_id is not null`.execute(db)
  await sql`create index receipts_due on receipts (cash_register_id, state, next_check_at)
            where state not in ('cancelled', 'failed', 'fiscalized')`.execute(db)
}

async function createMoves(db: Kysely<unknown>): Promise<void> {
  await sql`create table receipt_moves (from_state text not null, to_state text not null, primary key (from_state, to_state))`.execute(
    db,
  )
  for (const [from, all] of moves)
    for (const to of all)
      await sql`insert into receipt_moves (from_state, to_state) values (${from}, ${to})`.execute(db)
}

/** The state is the fold of these: each begins where the one before ended. */
async function createEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table receipt_events (
      receipt_id uuid not null references receipts,
      seq int not null,
      at timestamptz(3) not null,
      event text not null,
      from_state text,
      to_state text not null,
      details jsonb not null,
      actor_id uuid,
      actor_login text,
      primary key (receipt_id, seq)
    )`.execute(db)
}

async function createBatches(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table receipt_batches (
      id uuid primary key,
      created_at timestamptz(3) not null,
      created_by uuid,
      created_by_login text,
      total int not null,
      refused jsonb not null
    )`.execute(db)
  await sql`alter table receipts add foreign key (batch_id) references receipt_batches`.execute(db)
  await sql`
    create table receipt_incidents (
      id uuid primary key,
      at timestamptz(3) not null,
      kind text not null,
      cash_register_id uuid references cash_registers,
      provider_id text,
      order_id uuid references orders,
      details jsonb not null,
      settled_at timestamptz(3)
    )`.execute(db)
  await sql`create unique index incident_told_once on receipt_incidents (kind, provider_id) where settled_at is null`.execute(
    db,
  )
  await sql`
    create table idempotency_keys (
      user_id uuid not null,
      key text not null,
      request_hash text not null,
      answer jsonb,
      status int,
      created_at timestamptz not null default clock_timestamp(),
      primary key (user_id, key)
    )`.execute(db)
}
