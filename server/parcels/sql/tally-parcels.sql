-- How many parcels are on their way with money to be paid, and how much, kept as `tally_orders` keeps its counts.
create function tally_parcels() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into order_tallies (name, amount)
    select unnest(array['awaited', 'awaited_cod']), unnest(array[count(*), sum(awaited)])
    from added where active and awaited is not null having count(*) > 0;
  end if;
  if tg_op <> 'INSERT' then
    insert into order_tallies (name, amount)
    select unnest(array['awaited', 'awaited_cod']), unnest(array[-count(*), -sum(awaited)])
    from removed where active and awaited is not null having count(*) > 0;
  end if;
  return null;
end $$;

create trigger tally_insert after insert on parcels referencing new table as added
  for each statement execute function tally_parcels();

create trigger tally_delete after delete on parcels referencing old table as removed
  for each statement execute function tally_parcels();
