-- An update that changes no count adds nothing to the counts.
create function tally_changed_parcels() returns trigger language plpgsql as $$
begin
  insert into order_tallies (name, amount)
  select name, amount
  from (select sum(times) as parcels, sum(times * awaited) as cod
        from (select 1 as times, awaited from added where active and awaited is not null
              union all select -1, awaited from removed where active and awaited is not null) counted) sums,
    lateral (values ('awaited', parcels), ('awaited_cod', cod)) as changes (name, amount)
  where amount <> 0;
  return null;
end $$;

create trigger tally_update after update on parcels referencing old table as removed new table as added
  for each statement execute function tally_changed_parcels();
