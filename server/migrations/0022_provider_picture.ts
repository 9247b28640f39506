import { sql, type Kysely } from 'kysely'

const newMoves: readonly (readonly [string, string])[] = [
  ['queued', 'created'],
  ['queued', 'fiscalized'],
  ['created', 'failed'],
  ['attention', 'cancelled'],
  ['attention', 'failed'],
]

/**
 * What the provider holds, as of the last look at each register: every decision about receipts is made from it. Besides:
 * a receipt remembers under which credentials it was sent, what its fiscal receipt says, and whether it was of a test
 * register that is real by now (`retired_at`): such a receipt holds nothing any more. A document that outlives its receipt may
 * be given to a new one, so a document is used once among living receipts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPicture(db)
  await sql`
    alter table receipts add provider_scope text, add told_exists boolean not null default false, add retired_at timestamptz(3), add fiscal_amount bigint,
      add is_created_offline boolean, add is_sent_dps boolean, add tax_url text, add is_copy_undelivered boolean,
      add returns_asked_at timestamptz(3), add asked_at timestamptz(3)`.execute(db)
  for (const [from, to] of newMoves)
    await sql`insert into receipt_moves (from_state, to_state) values (${from}, ${to})`.execute(db)
  await replaceLiveIndexes(db)
  await sql`drop index document_used_once`.execute(db)
  await sql`create unique index document_used_once on receipts (provider_id)
            where provider_id is not null and state not in ('cancelled', 'failed')`.execute(db)
  await sql`create index receipts_by_document on receipts (provider_id) where provider_id is not null`.execute(db)
  await retireTestReceipts(db)
  await sql`create index receipts_of_advances on receipts (cash_register_id, returns_asked_at nulls first)
            where kind = 'prepayment' and state = 'fiscalized' and returned_at is null`.execute(db)
  await sql`create index receipts_to_ask on receipts (cash_register_id, asked_at nulls first)
            where state in ('created', 'attention')`.execute(db)
}

async function createPicture(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table provider_pictures (
      cash_register_id uuid not null references cash_registers,
      is_test boolean not null,
      scope text,
      whole_from timestamptz(3) not null,
      read_at timestamptz(3) not null,
      returns_read_to timestamptz(3),
      primary key (cash_register_id, is_test)
    )`.execute(db)
  await sql`
    create table provider_documents (
      provider_id text primary key,
      cash_register_id uuid not null references cash_registers,
      is_test boolean not null,
      ttn text,
      amount bigint,
      status text not null,
      raw_status text not null,
      made_at timestamptz(3),
      fiscal_receipt_id text,
      return_receipt_id text,
      register_fiscal_number text,
      relation_id text,
      error text,
      scope text,
      seen_at timestamptz(3) not null,
      gone_at timestamptz(3)
    )`.execute(db)
  await sql`create index provider_documents_of_register on provider_documents (cash_register_id, seen_at)`.execute(db)
  await sql`create index provider_documents_by_ttn on provider_documents (ttn) where ttn is not null`.execute(db)
}

async function replaceLiveIndexes(db: Kysely<unknown>): Promise<void> {
  for (const column of ['order_id', 'ttn']) {
    const name = sql.id(`one_live_receipt_per_${column}`)
    await sql`drop index ${name}`.execute(db)
    await sql`create unique index ${name} on receipts (${sql.id(column)}, kind)
              where state not in ('cancelled', 'failed') and retired_at is null`.execute(db)
  }
}

/** A test receipt is no receipt. Once its register is real, it must not keep the order from getting a real one. */
async function retireTestReceipts(db: Kysely<unknown>): Promise<void> {
  await sql`update receipts set retired_at = clock_timestamp()
            where is_test and cash_register_id in (select id from cash_registers where is_test is false)`.execute(db)
}
