-- The working day so many working days after this one: Saturday and Sunday are not counted.
create function working_day_after(start date, days integer) returns date language sql immutable as $$
  select start - greatest(extract(isodow from start)::int - 5, 0) + days
    + 2 * ((least(extract(isodow from start)::int, 5) - 1 + days) / 5)
$$;
