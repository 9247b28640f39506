-- A TTN that is added, removed or changed adds, removes or resets the parcel; hiding an order makes its parcel inactive. No statement can
-- change a TTN and leave the state of the old parcel behind. An update that changes neither returns at once, else the triggers of the two
-- tables would fire each other endlessly.
create function follow_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into parcels (order_id, ttn, active)
    select id, ttn, deleted_at is null from added where ttn is not null;
    return null;
  end if;
  if not exists (select id, ttn, deleted_at is null from added except select id, ttn, deleted_at is null from removed) then
    return null;
  end if;
  delete from parcels using removed, added
  where removed.id = added.id and parcels.order_id = added.id and removed.ttn is distinct from added.ttn;
  update parcels set active = added.deleted_at is null from added
  where parcels.order_id = added.id and parcels.active <> (added.deleted_at is null);
  insert into parcels (order_id, ttn, active)
  select added.id, added.ttn, added.deleted_at is null from added join removed using (id)
  where added.ttn is not null and removed.ttn is distinct from added.ttn;
  return null;
end $$;

create trigger follow_insert after insert on orders referencing new table as added
  for each statement execute function follow_orders();

create trigger follow_update after update on orders referencing old table as removed new table as added
  for each statement execute function follow_orders();
