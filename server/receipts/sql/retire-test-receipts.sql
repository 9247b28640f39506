-- A test receipt stands for no sale. Once its register is real, it must not keep the order from getting a real one.
create function retire_test_receipts() returns trigger language plpgsql as $$
begin
  update receipts set retired_at = clock_timestamp()
  where cash_register_id = new.id and is_test and retired_at is null;
  return null;
end $$;

create trigger retire_test_receipts after update of is_test on cash_registers for each row
  when (new.is_test is false and old.is_test is distinct from new.is_test)
  execute function retire_test_receipts();
