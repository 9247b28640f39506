-- Refuses every statement on a table whose rows are never changed. The triggers that call it stand with the features that own
-- those tables.
create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'table % only grows: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
    end $$;
