-- When the money for a parcel was taken, as far as it is known. Of a received parcel without a time, since when it is received. What was paid
-- for a parcel that was refused since goes back to the buyer.
create function taken_at_of(status_code integer, received_at timestamptz, paid_at timestamptz, status_since timestamptz)
returns timestamptz language sql immutable
return case when coalesce(status_code in (:refused_codes), false) then null
  else coalesce(least(received_at, paid_at), case when status_code in (:received_codes) then status_since end) end;
