-- What could not be proven with the keys of before may be proven with a new, changed or renewed one, or with a register that is switched
-- on: then every parcel without a register is due, also one that was a stranger's for all other keys. When any other trouble of a key
-- ends, those are due whose sender is not known. A number that the carrier takes for none stays what it is.
create function look_for_senders() returns trigger language plpgsql as $$
declare
  is_other_key boolean := tg_op = 'INSERT';
begin
  if tg_op = 'UPDATE' then
    is_other_key := old.carrier_key is distinct from new.carrier_key or not old.active
      or coalesce(old.carrier_problem ->> 'kind' = 'key_rejected', false);
  end if;
  update parcels set due_at = '-infinity'
  where active and cash_register_id is null and (own is null or is_other_key) and due_at is distinct from '-infinity'
    and coalesce(problem ->> 'kind' <> 'bad_number', true);
  return null;
end $$;

create trigger look_for_senders_insert after insert on cash_registers for each row
  when (new.active and new.carrier_key is not null) execute function look_for_senders();

create trigger look_for_senders_update after update of carrier_key, active, carrier_problem on cash_registers for each row
  when (new.active and new.carrier_key is not null and (old.carrier_key is distinct from new.carrier_key or not old.active
    or (old.carrier_problem is not null and new.carrier_problem is null)))
  execute function look_for_senders();
