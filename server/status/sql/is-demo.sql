-- Receipts of a demo are all test ones and count as real ones do elsewhere. A demo never becomes real.
create function is_demo() returns boolean language sql stable
return exists (select from settings where name = 'mode' and value = '"demo"'::jsonb);
