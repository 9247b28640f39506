-- Up to 0.9 a scope named the cashier by full name. The first check that learns the cashier's id under the same secrets, register and name
-- replaces the scope of the register, and in the same transaction what was sent and seen under the old one: otherwise each of these receipts
-- would pass for one of other credentials. Receipts that are settled need it no more, but for dead ones whose document may still live.
create function rename_scope() returns trigger language plpgsql as $$
begin
  update receipts set provider_scope = new.provider_scope
  where cash_register_id = new.id and provider_scope = old.provider_scope and (state not in (:settled_states)
    or (state in (:dead_states) and provider_id in (
      select provider_id from provider_documents where cash_register_id = new.id and gone_at is null)));
  update provider_documents set scope = new.provider_scope
  where cash_register_id = new.id and scope = old.provider_scope and gone_at is null;
  update provider_pictures set scope = new.provider_scope where cash_register_id = new.id and scope = old.provider_scope;
  return null;
end $$;

create trigger rename_scope after update of provider_scope on cash_registers
  for each row
  when (new.provider_scope is not null and new.provider_scope <> old.provider_scope
    and old.provider_scope = (new.health #>> '{fiscal,facts,fiscal_number}') || '/'
      || btrim(regexp_replace(normalize(new.health #>> '{fiscal,facts,cashier,name}', NFKC), '\s+', ' ', 'g')))
  execute function rename_scope();
