-- Each order as the API shows it, as text, so that a list joins and builds nothing. What changes at every look at the carrier
-- (`checked_at`), and what a cash register says of all its parcels, is not in it: readers add both (`server/orders/order/order-document.ts`).
-- The text ends within the parcel, or within the order where there is none: readers add the rest.
--
-- Times are converted to UTC here because triggers also run in sessions of other programs, in another time zone. The link of a receipt
-- is checked again although it was checked when it was stored: a screen makes a link of it.
--
-- A change of this file rewrites all documents at the next start.
create function order_bodies(ids uuid[])
returns table (order_id uuid, hidden boolean, has_parcel boolean, crm_changed boolean, prepayment_stays boolean, body text)
language sql stable as $$
  select o.id, o.deleted_at is not null, o.ttn is not null, o.crm_changed,
    coalesce(rc.problem is null and rc.cancel_wanted and rp.state = 'fiscalized' and rp.returned_at is null, false),
    left((select to_json(f) from (select
      o.id, o.crm_id, o.number, to_char(o.ordered_at at time zone 'UTC', :instant) as ordered_at, o.tab,
      (select to_json(f) from (select o.recipient_name as name, o.recipient_phone as phone) f) as recipient,
      o.ttn, o.notes, o.goods, o.total, to_char(o.edited_at at time zone 'UTC', :instant) as edited_at, o.crm_changed, o.crm_cancelled, o.version,
      case when rc.id is not null then (select to_json(f) from (select
        rc.id, rc.state, rc.amount,
        case when rp.id is not null then (select to_json(f) from (select
          rp.amount, rp.payment, rp.state, rp.fiscal_code, to_char(rp.returned_at at time zone 'UTC', :instant) as returned_at,
          case when rp.receipt_url ~ :receipt_url then rp.receipt_url end as receipt_url) f) end as prepayment,
        rc.is_test, rc.cancel_wanted as cancel_requested, rc.fiscal_code,
        to_char(rc.fiscalized_at at time zone 'UTC', :instant) as fiscalized_at,
        to_char(rc.returned_at at time zone 'UTC', :instant) as returned_at,
        case when rc.receipt_url ~ :receipt_url then rc.receipt_url end as receipt_url,
        rc.problem) f) end as receipt,
      case when o.not_needed_at is not null then (select to_json(f) from (select
        o.not_needed_reason as reason, to_char(o.not_needed_at at time zone 'UTC', :instant) as at,
        case when o.not_needed_by is not null then (select to_json(f) from (select
          o.not_needed_by as id, o.not_needed_by_login as login) f) end as by) f) end as receipt_not_needed) f)::text, -1)
    || case when o.ttn is null then ',"parcel":null' else ',"parcel":' || left((select to_json(f) from (select
      p.status_code, p.status_text, parcel_group_of(p.status_code) as "group",
      p.own, p.cod_amount, p.cod_kind, coalesce(p.paid, false) as paid, to_char(p.received_at at time zone 'UTC', :instant) as received_at,
      coalesce(p.followed_ttn, case when p.status_code = :redirected_code and p.successor_kind = 'redirect' then p.successor_ttn end)
        as redirected_to,
      coalesce(p.status_code in (:final_codes) and (p.own is not null or p.status_code = :deleted_code), false) as final,
      case when p.successor_ttn is not null then (select to_json(f) from (select
        p.successor_ttn as ttn, p.successor_kind as kind) f) end as successor) f)::text, -1) end
  from orders o
  left join parcels p on p.order_id = o.id and p.ttn = o.ttn
  left join lateral (
    select id, state, amount, is_test, cancel_wanted, fiscal_code, fiscalized_at, returned_at, receipt_url, problem, prepayment_id
    from receipts where order_id = o.id and kind = 'ettn' order by lives(receipts) desc, created_at desc, id desc limit 1) rc on true
  left join receipts rp on rp.id = rc.prepayment_id
  where o.id = any(ids)
$$;
