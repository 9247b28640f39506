-- The same as `parcelGroup` of `contract/carrier-statuses.ts`; a test holds the two against each other.
create function parcel_group_of(code integer) returns text language sql immutable return
  case when code is null then null
       when code in (:received_codes) then 'received'
       when code in (:refused_codes) then 'refused'
       when code = :deleted_code then 'deleted'
       when code = :unknown_code then 'unknown'
       when code in (:waiting_codes) then 'waiting'
       when code in (:created_codes) then 'created'
       else 'moving' end;
