import { sql, type Kysely } from 'kysely'

/**
 * What the stub of the fiscal provider remembers: a demo must outlive a restart, and several processes share one provider.
 * `register` is a hash of the licence key, which is a secret also when it is a test one. Nothing of a buyer is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stub_documents (
      id uuid primary key,
      register text not null,
      kind text not null check (kind in ('ettn', 'ettn_rest', 'prepayment')),
      ttn text,
      relation_id text,
      amount bigint not null check (amount > 0),
      total bigint not null check (total >= amount),
      receipt_id uuid not null unique,
      made_at timestamptz(3) not null,
      paid_at timestamptz(3),
      cancelled_at timestamptz(3),
      check ((kind = 'prepayment') = (ttn is null)),
      check ((kind = 'ettn') = (relation_id is null)),
      check (paid_at is null or cancelled_at is null)
    )`.execute(db)
  await sql`create index stub_documents_of_register on stub_documents (register, made_at)`.execute(db)
  await sql`create unique index one_prepayment_per_relation on stub_documents (register, relation_id)
            where kind = 'prepayment'`.execute(db)
  await sql`create table stub_shifts (register text primary key, opened_at timestamptz(3) not null)`.execute(db)
}
