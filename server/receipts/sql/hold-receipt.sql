-- Only the moves of `receipt_moves`; what was sent, the document and the fiscal code are frozen.
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
     or new.relation_id is distinct from old.relation_id or new.prepayment_id is distinct from old.prepayment_id
     or new.payment is distinct from old.payment or new.batch_id is distinct from old.batch_id then
    raise exception 'what a receipt says is frozen' using errcode = 'check_violation';
  end if;
  if old.provider_id is not null and new.provider_id is distinct from old.provider_id then
    raise exception 'the document of a receipt does not change' using errcode = 'check_violation';
  end if;
  if old.fiscal_code is not null and new.fiscal_code is distinct from old.fiscal_code then
    raise exception 'a fiscal code does not change' using errcode = 'check_violation';
  end if;
  if new.attempt < old.attempt or new.events < old.events or new.removal < old.removal then
    raise exception 'a receipt does not go back' using errcode = 'check_violation';
  end if;
  if old.provider_id is not null and new.state = 'queued' then
    raise exception 'a receipt whose document was known is never sent again' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger hold_receipt before insert or update on receipts for each row execute function hold_receipt();
