import { sql, type Kysely } from 'kysely'

/**
 * What a payout list said before it was withdrawn or corrected, with its lines. It stands apart from the lists that count:
 * no sum, judgement or report reads it, so a withdrawn one was never there for any of them (decision 0055). The payee may be gone by then,
 * so its name is kept. The service adds rows and changes none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table withdrawn_payouts (
      id uuid primary key,
      payout_id uuid not null,
      payee text not null,
      number text not null,
      day date not null,
      account text,
      accepted bigint not null,
      commission bigint not null,
      transferred bigint not null,
      form text not null,
      file_name text not null,
      file_hash text not null,
      imported_at timestamptz(3) not null,
      imported_by_login text,
      lines jsonb not null,
      is_corrected boolean not null,
      withdrawn_at timestamptz(3) not null,
      withdrawn_by uuid,
      withdrawn_by_login text,
      reason text
    )`.execute(db)
  await sql`create index withdrawn_payouts_newest on withdrawn_payouts (withdrawn_at desc, id desc)`.execute(db)
}
