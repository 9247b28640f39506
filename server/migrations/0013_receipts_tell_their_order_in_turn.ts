import { sql, type Kysely } from 'kysely'

/**
 * Two receipts of one order that ended at the same moment each saw the other alive, and nobody told the order. Now whoever
 * tells it locks it first, and looks at the receipts after that. Besides: how a prepayment was paid and which batch a receipt
 * came with are part of what is frozen; deletions are counted like attempts, so that a late answer is known by its number; and
 * how often absence was seen, which `absent_at` says already, is kept no more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table receipts add removal int not null default 0`.execute(db)
  await sql`alter table receipts drop absent_count`.execute(db)
  await replaceHold(db, {
    frozen: ` or new.payment is distinct from old.payment or new.batch_id is distinct from old.batch_id`,
    grows: ` or new.removal < old.removal`,
  })
  // A receipt is locked before its order everywhere but at its creation, where the order is locked first and nobody else can
  // know the receipt: so no two wait for each other. Only the beginning and the end of a receipt concern its order.
  await sql`
    create or replace function tell_order_of_receipt() returns trigger language plpgsql as $$
    begin
      perform from orders where id = new.order_id for no key update;
      update orders set has_receipt = lives.any, version = version + 1
      from (select exists (select from receipts where order_id = new.order_id and state not in ('cancelled', 'failed')) as any) lives
      where orders.id = new.order_id and orders.has_receipt <> lives.any;
      return null;
    end $$`.execute(db)
  await sql`drop trigger tell_order_of_receipt on receipts`.execute(db)
  await sql`create trigger tell_order_of_receipt after insert on receipts
            for each row execute function tell_order_of_receipt()`.execute(db)
  await sql`create trigger tell_order_of_end after update of state on receipts for each row
            when (old.state not in ('cancelled', 'failed') and new.state in ('cancelled', 'failed'))
            execute function tell_order_of_receipt()`.execute(db)
  // Orders that were not told.
  await sql`update orders set has_receipt = false, version = version + 1
            where has_receipt and not exists (
              select from receipts where order_id = orders.id and state not in ('cancelled', 'failed'))`.execute(db)
}

async function replaceHold(db: Kysely<unknown>, { frozen, grows }: { frozen: string; grows: string }): Promise<void> {
  await sql`
    create or replace function hold_receipt() returns trigger language plpgsql as $$
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
         or new.relation_id is distinct from old.relation_id or new.prepayment_id is distinct from old.prepayment_id${sql.raw(frozen)} then
        raise exception 'what a receipt says is frozen' using errcode = 'check_violation';
      end if;
      if old.provider_id is not null and new.provider_id is distinct from old.provider_id then
        raise exception 'the document of a receipt does not change' using errcode = 'check_violation';
      end if;
      if old.fiscal_code is not null and new.fiscal_code is distinct from old.fiscal_code then
        raise exception 'a fiscal code does not change' using errcode = 'check_violation';
      end if;
      if new.attempt < old.attempt or new.events < old.events${sql.raw(grows)} then
        raise exception 'a receipt does not go back' using errcode = 'check_violation';
      end if;
      if old.provider_id is not null and new.state = 'queued' then
        raise exception 'a receipt whose document was known is never sent again' using errcode = 'check_violation';
      end if;
      return new;
    end $$`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger tell_order_of_end on receipts`.execute(db)
  await sql`drop trigger tell_order_of_receipt on receipts`.execute(db)
  await sql`
    create or replace function tell_order_of_receipt() returns trigger language plpgsql as $$
    begin
      update orders set has_receipt = lives.any, version = version + 1
      from (select exists (select from receipts where order_id = new.order_id and state not in ('cancelled', 'failed')) as any) lives
      where orders.id = new.order_id and orders.has_receipt <> lives.any;
      return null;
    end $$`.execute(db)
  await sql`create trigger tell_order_of_receipt after insert or update of state on receipts
            for each row execute function tell_order_of_receipt()`.execute(db)
  await replaceHold(db, { frozen: '', grows: '' })
  await sql`alter table receipts add absent_count int not null default 0`.execute(db)
  await sql`update receipts set absent_count = 1 where absent_at is not null`.execute(db)
  await sql`alter table receipts drop removal`.execute(db)
}
