-- Of two lines that report the same operation the first is the one in the earlier payout list, by its day and number, then by the place in it: it does
-- not depend on which list was imported first.
create function is_repeated_line(line payout_lines, payout payouts) returns boolean language sql stable as $$
  select exists (
    select from payout_lines earlier join payouts p on p.id = earlier.payout_id
    where earlier.operation_id = line.operation_id
      and (p.day, length(p.number), p.number, p.payee_id, earlier.position)
        < (payout.day, length(payout.number), payout.number, payout.payee_id, line.position))
  or exists (
    select from payout_lines earlier join payouts p on p.id = earlier.payout_id
    where earlier.ttn = line.ttn and earlier.accepted = line.accepted and earlier.payout_id <> line.payout_id
      and (earlier.operation_id is null or line.operation_id is null)
      and (p.day, length(p.number), p.number, p.payee_id, earlier.position)
        < (payout.day, length(payout.number), payout.number, payout.payee_id, line.position))
$$;
