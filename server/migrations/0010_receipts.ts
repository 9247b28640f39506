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
 * Receipts: one row is one document at the provider. What must never happen is refused here, whoever writes: a second live
 * receipt for an order or a TTN, a document used twice, an illegal move, a changed request, a history with a gap.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createReceipts(db)
  await holdMoves(db)
  await createEvents(db)
  await tellOrders(db)
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

async function holdMoves(db: Kysely<unknown>): Promise<void> {
  await sql`create table receipt_moves (from_state text not null, to_state text not null, primary key (from_state, to_state))`.execute(
    db,
  )
  for (const [from, all] of moves)
    for (const to of all)
      await sql`insert into receipt_moves (from_state, to_state) values (${from}, ${to})`.execute(db)
  await sql`
    create function hold_receipt() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.state <> 'queued' or new.attempt <> 0 or new.provider_id is not null then
          raise exception 'a receipt begins queued' using errcode = 'check_violation';
        end if;
        return new;
      end if;
      if new.state <> old.state and not exists (select from receipt_moves where from_state = old.state and to_state = new.state) then
        raise exception 'a receipt that is % cannot become %', old.state, new.state using errcode = 'check_violation';
      end if;
      if (new.order_id, new.kind, new.document_kind, new.ttn, new.cash_register_id, new.is_test, new.amount, new.request, new.shown, new.created_at)
         is distinct from
         (old.order_id, old.kind, old.document_kind, old.ttn, old.cash_register_id, old.is_test, old.amount, old.request, old.shown, old.created_at)
         or new.relation_id is distinct from old.relation_id or new.prepayment_id is distinct from old.prepayment_id then
        raise exception 'what a receipt says is frozen' using errcode = 'check_violation';
      end if;
      if old.provider_id is not null and new.provider_id is distinct from old.provider_id then
        raise exception 'the document of a receipt does not change' using errcode = 'check_violation';
      end if;
      if old.fiscal_code is not null and new.fiscal_code is distinct from old.fiscal_code then
        raise exception 'a fiscal code does not change' using errcode = 'check_violation';
      end if;
      if new.attempt < old.attempt or new.events < old.events then
        raise exception 'a receipt does not go back' using errcode = 'check_violation';
      end if;
      if old.provider_id is not null and new.state = 'queued' then
        raise exception 'a receipt whose document was known is never sent again' using errcode = 'check_violation';
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger hold_receipt before insert or update on receipts for each row execute function hold_receipt()`.execute(
    db,
  )
  await sql`create trigger never_removed before delete or truncate on receipts for each statement execute function refuse_change()`.execute(
    db,
  )
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
  await sql`
    create function hold_receipt_events() returns trigger language plpgsql as $$
    declare previous text;
    begin
      select to_state into previous from receipt_events where receipt_id = new.receipt_id and seq = new.seq - 1;
      if new.seq < 1 or (new.seq = 1) <> (new.from_state is null) or (new.seq > 1 and previous is distinct from new.from_state) then
        raise exception 'the history of a receipt has no gaps' using errcode = 'check_violation';
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger hold_receipt_events before insert on receipt_events for each row execute function hold_receipt_events()`.execute(
    db,
  )
  await sql`create trigger only_grows before update or delete or truncate on receipt_events
            for each statement execute function refuse_change()`.execute(db)
}

/** An order knows whether a receipt of it lives; its tab and its locks follow. */
async function tellOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_order_of_receipt() returns trigger language plpgsql as $$
    begin
      update orders set has_receipt = lives.any, version = version + 1
      from (select exists (select from receipts where order_id = new.order_id and state not in ('cancelled', 'failed')) as any) lives
      where orders.id = new.order_id and orders.has_receipt <> lives.any;
      return null;
    end $$`.execute(db)
  await sql`create trigger tell_order_of_receipt after insert or update of state on receipts
            for each row execute function tell_order_of_receipt()`.execute(db)
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

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table idempotency_keys, receipt_incidents, receipt_events`.execute(db)
  await sql`drop table receipts`.execute(db)
  await sql`drop table receipt_batches, receipt_moves`.execute(db)
  await sql`drop function hold_receipt(), hold_receipt_events(), tell_order_of_receipt()`.execute(db)
  await sql`drop index received_without_receipt`.execute(db)
  await sql`update orders set has_receipt = false where has_receipt`.execute(db)
}
