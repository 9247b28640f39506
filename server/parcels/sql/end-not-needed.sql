-- «No receipt needed» was said of the sum that was to be paid then; another sum ends it. One that is not known counts as none. It was also said
-- of a parcel that was refused, or of one that was not: a refusal ends it, and so does a refusal that is taken back.
create function end_not_needed() returns trigger language plpgsql as $$
begin
  new.not_needed_reason := null;
  new.not_needed_at := null;
  new.not_needed_by := null;
  new.not_needed_by_login := null;
  return new;
end $$;

create trigger end_not_needed before update of cod_amount, parcel_group on orders for each row
  when (old.not_needed_at is not null and (coalesce(old.cod_amount, 0) <> coalesce(new.cod_amount, 0)
    or coalesce(old.parcel_group = 'refused', false) <> coalesce(new.parcel_group = 'refused', false)))
  execute function end_not_needed();
