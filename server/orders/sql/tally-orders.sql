-- How many orders each tab has, kept as small changes: a new row for each, so that writers do not wait for one another. Readers add
-- them up.
create function tally_orders() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into order_tallies (name, amount)
    select tab, count(*) from added where deleted_at is null group by tab;
    insert into order_tallies (name, amount)
    select 'received_without_receipt', count(*) from added where lacks_receipt having count(*) > 0;
  end if;
  if tg_op <> 'INSERT' then
    insert into order_tallies (name, amount)
    select tab, -count(*) from removed where deleted_at is null group by tab;
    insert into order_tallies (name, amount)
    select 'received_without_receipt', -count(*) from removed where lacks_receipt having count(*) > 0;
  end if;
  return null;
end $$;

create trigger tally_insert after insert on orders referencing new table as added
  for each statement execute function tally_orders();

create trigger tally_delete after delete on orders referencing old table as removed
  for each statement execute function tally_orders();
