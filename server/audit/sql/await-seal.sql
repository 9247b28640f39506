-- Every new entry is put on the sealer's list, so that no entry misses its seal and the sealer need not read the log.
create function await_seal() returns trigger language plpgsql as $$
    begin
      insert into audit_unsealed (entry_id) values (new.id);
      return null;
    end $$;

create trigger await_seal after insert on audit_log for each row execute function await_seal();
