-- The history of a receipt has no gaps: each event begins in the state where the one before it ended.
create function hold_receipt_events() returns trigger language plpgsql as $$
declare previous text;
begin
  select to_state into previous from receipt_events where receipt_id = new.receipt_id and seq = new.seq - 1;
  if new.seq < 1 or (new.seq = 1) <> (new.from_state is null) or (new.seq > 1 and previous is distinct from new.from_state) then
    raise exception 'the history of a receipt has no gaps' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger hold_receipt_events before insert on receipt_events for each row execute function hold_receipt_events();
