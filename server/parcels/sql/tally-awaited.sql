-- Several orders may have the same TTN; it is one parcel and counts once, with the largest sum. Two transactions that change orders of
-- one TTN wait for each other, else neither would see that the other counts it. `was_`: what counted before and does not any more;
-- `now_`: what counts since.
create function tally_awaited(was_ttns text[], was_sums bigint[], now_ids uuid[], now_ttns text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('parcels.ttn'), place)
  from (select distinct hashtext(ttn) as place from unnest(was_ttns || now_ttns) as ttn order by place) places;
  insert into order_tallies (name, amount)
  with touched as (select distinct ttn from unnest(was_ttns || now_ttns) as ttn),
  counted as (
    select p.ttn, max(p.awaited) as after, max(p.awaited) filter (where p.order_id <> all (coalesce(now_ids, '{}'))) as before
    from touched join parcels p using (ttn) where p.active and p.awaited is not null group by p.ttn),
  gone as (select ttn, max(sum) as before from unnest(was_ttns, was_sums) as was (ttn, sum) group by ttn),
  steps as (
    select counted.after, greatest(counted.before, gone.before) as before
    from touched left join counted using (ttn) left join gone using (ttn))
  select name, amount
  from (select count(after) - count(before) as parcels, coalesce(sum(after), 0) - coalesce(sum(before), 0) as cod from steps) sums,
    lateral (values ('awaited', parcels), ('awaited_cod', cod)) as changes (name, amount)
  where amount <> 0;
end $$;
