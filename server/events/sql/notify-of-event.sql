-- Every process learns of an event when the transaction that wrote it commits, whatever statement wrote it.
create function notify_of_event() returns trigger language plpgsql as $$
begin
  perform pg_notify(:events_channel, json_build_object('id', new.id, 'type', new.type, 'subject_id', new.subject_id,
    'revision', new.revision, 'at', to_char(new.at at time zone 'UTC', :instant))::text);
  return null;
end $$;

create trigger notify after insert on events for each row execute function notify_of_event();
