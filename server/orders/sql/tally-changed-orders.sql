-- An update that moves no order to another tab or alarm adds nothing to the counts.
create function tally_changed_orders() returns trigger language plpgsql as $$
begin
  insert into order_tallies (name, amount)
  select name, sum(amount)
  from (select tab as name, 1 as amount from added where deleted_at is null
        union all select tab, -1 from removed where deleted_at is null
        union all select 'received_without_receipt', 1 from added where lacks_receipt
        union all select 'received_without_receipt', -1 from removed where lacks_receipt) changes
  group by name having sum(amount) <> 0;
  return null;
end $$;

create trigger tally_update after update on orders referencing old table as removed new table as added
  for each statement execute function tally_changed_orders();
