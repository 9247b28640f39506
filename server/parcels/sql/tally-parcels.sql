-- How many parcels are on their way with money to be paid, and how much, kept as `tally_orders` keeps its counts. An update that changes
-- neither adds nothing.
create function tally_parcels() returns trigger language plpgsql as $$
declare
  was_ttns text[];
  was_sums bigint[];
  now_ids uuid[];
  now_ttns text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(order_id), array_agg(ttn) into now_ids, now_ttns from added where active and awaited is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(ttn), array_agg(awaited) into was_ttns, was_sums from removed where active and awaited is not null;
  else
    select array_agg(order_id), array_agg(ttn) into now_ids, now_ttns from (
      select order_id, ttn, awaited from added where active and awaited is not null
      except select order_id, ttn, awaited from removed where active and awaited is not null) came;
    select array_agg(ttn), array_agg(awaited) into was_ttns, was_sums from (
      select order_id, ttn, awaited from removed where active and awaited is not null
      except select order_id, ttn, awaited from added where active and awaited is not null) went;
  end if;
  if was_ttns is not null or now_ttns is not null then
    perform tally_awaited(was_ttns, was_sums, now_ids, now_ttns);
  end if;
  return null;
end $$;

create trigger tally_insert after insert on parcels referencing new table as added
  for each statement execute function tally_parcels();

create trigger tally_update after update on parcels referencing old table as removed new table as added
  for each statement execute function tally_parcels();

create trigger tally_delete after delete on parcels referencing old table as removed
  for each statement execute function tally_parcels();
