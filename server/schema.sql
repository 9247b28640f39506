-- The schema after all migrations and the SQL code of all features: for reading, and for the review of what a change does to it.
-- Nothing runs this file. `npm run schema` writes it anew; test/schema.test.ts holds it against a migrated database.
-- `service` stands for the role that serves requests. docs/triggers.md says why each trigger is there.

create extension pg_trgm;

create table audit_alarms (
  kind text not null,
  since timestamp(3) with time zone not null,
  reason text not null,
  seq bigint,
  entry_id uuid,
  constraint audit_alarms_pkey PRIMARY KEY (kind)
);
grant insert, select on table audit_alarms to service;

create table audit_checkpoints (
  place text not null,
  seq bigint not null,
  constraint audit_checkpoints_pkey PRIMARY KEY (place)
);
grant insert, select, update on table audit_checkpoints to service;

create table audit_log (
  id uuid not null,
  at timestamp(3) with time zone not null,
  actor_id uuid,
  actor_login text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  details jsonb not null,
  address text,
  mac bytea not null,
  number bigint,
  version smallint not null default 1,
  key_id text,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_by_action ON audit_log USING btree (action, at DESC, id DESC);
CREATE INDEX audit_log_by_actor ON audit_log USING btree (actor_id, at DESC, id DESC);
CREATE INDEX audit_log_by_login ON audit_log USING btree (actor_login, at DESC, id DESC);
CREATE INDEX audit_log_by_subject ON audit_log USING btree (subject_id, at DESC, id DESC);
CREATE INDEX audit_log_newest ON audit_log USING btree (at DESC, id DESC);
CREATE TRIGGER await_seal AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION await_seal();
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on table audit_log to service;

create table audit_seals (
  seq bigint not null,
  entry_id uuid not null,
  hash bytea not null,
  version smallint not null default 1,
  key_id text,
  at timestamp with time zone,
  follows bytea,
  constraint audit_seals_pkey PRIMARY KEY (seq),
  constraint audit_seals_entry_id_key UNIQUE (entry_id),
  constraint audit_seals_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_log(id)
);
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on table audit_seals to service;

create table audit_unsealed (
  entry_id uuid not null,
  constraint audit_unsealed_pkey PRIMARY KEY (entry_id)
);
grant delete, insert, select on table audit_unsealed to service;

create table authenticators (
  user_id uuid not null,
  secret text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint authenticators_pkey PRIMARY KEY (user_id),
  constraint authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
grant delete, insert, select, update on table authenticators to service;

create table cash_registers (
  id uuid not null,
  name text not null,
  is_default boolean not null default false,
  active boolean not null default true,
  is_test boolean,
  license_key text,
  license_key_hint text,
  pin text,
  payment_label text not null default ''::text,
  tax_codes jsonb not null default '[]'::jsonb,
  health jsonb,
  checked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  archived_at timestamp(3) with time zone,
  carrier_key text,
  carrier_key_hint text,
  carrier_problem jsonb,
  carrier_paused_until timestamp(3) with time zone,
  provider_silence jsonb,
  provider_scope text,
  carrier_phones text,
  payee_id uuid,
  constraint cash_registers_pkey PRIMARY KEY (id),
  constraint cash_registers_check CHECK (((NOT is_default) OR (active AND (archived_at IS NULL)))),
  constraint cash_registers_check1 CHECK (((archived_at IS NULL) OR ((NOT active) AND (license_key IS NULL) AND (pin IS NULL)))),
  constraint cash_registers_check2 CHECK (((archived_at IS NULL) OR (carrier_key IS NULL))),
  constraint cash_registers_name_check CHECK ((name <> ''::text)),
  constraint cash_registers_payee_id_fkey FOREIGN KEY (payee_id) REFERENCES payees(id)
);
CREATE UNIQUE INDEX one_default_register ON cash_registers USING btree (is_default) WHERE is_default;
CREATE TRIGGER look_for_senders_insert AFTER INSERT ON cash_registers FOR EACH ROW WHEN ((new.active AND (new.carrier_key IS NOT NULL))) EXECUTE FUNCTION look_for_senders();
CREATE TRIGGER look_for_senders_update AFTER UPDATE OF carrier_key, active, carrier_problem ON cash_registers FOR EACH ROW WHEN ((new.active AND (new.carrier_key IS NOT NULL) AND ((old.carrier_key IS DISTINCT FROM new.carrier_key) OR (NOT old.active) OR ((old.carrier_problem IS NOT NULL) AND (new.carrier_problem IS NULL))))) EXECUTE FUNCTION look_for_senders();
CREATE TRIGGER rejudge_receipts AFTER UPDATE OF payee_id ON cash_registers FOR EACH ROW WHEN ((old.payee_id IS DISTINCT FROM new.payee_id)) EXECUTE FUNCTION rejudge_receipts_of_register();
CREATE TRIGGER rename_scope AFTER UPDATE OF provider_scope ON cash_registers FOR EACH ROW WHEN (((new.provider_scope IS NOT NULL) AND (new.provider_scope <> old.provider_scope) AND (old.provider_scope = (((new.health #>> '{fiscal,facts,fiscal_number}'::text[]) || '/'::text) || btrim(regexp_replace(NORMALIZE((new.health #>> '{fiscal,facts,cashier,name}'::text[]), NFKC), '\s+'::text, ' '::text, 'g'::text)))))) EXECUTE FUNCTION rename_scope();
CREATE TRIGGER retire_test_receipts AFTER UPDATE OF is_test ON cash_registers FOR EACH ROW WHEN (((new.is_test IS FALSE) AND (old.is_test IS DISTINCT FROM new.is_test))) EXECUTE FUNCTION retire_test_receipts();
grant delete, insert, select, update on table cash_registers to service;

create table clock_readings (
  system text not null,
  machine text not null,
  ahead_ms bigint not null,
  since timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  constraint clock_readings_pkey PRIMARY KEY (system, machine),
  constraint clock_readings_system_check CHECK ((system = ANY (ARRAY['fiscal'::text, 'database'::text])))
);
grant delete, insert, select, update on table clock_readings to service;

create table credentials (
  user_id uuid not null,
  password_hash text not null,
  must_change boolean not null,
  one_time_until timestamp with time zone,
  changed_at timestamp with time zone not null,
  constraint credentials_pkey PRIMARY KEY (user_id),
  constraint credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
grant delete, insert, select, update on table credentials to service;

create table crm_sync (
  state text not null,
  finished_at timestamp with time zone not null,
  succeeded_at timestamp with time zone,
  problem jsonb,
  synced_to timestamp with time zone,
  retried_at timestamp with time zone,
  source smallint not null,
  constraint crm_sync_pkey PRIMARY KEY (source),
  constraint crm_sync_state_check CHECK ((state = ANY (ARRAY['ok'::text, 'failed'::text]))),
  constraint crm_sync_source_fkey FOREIGN KEY (source) REFERENCES order_sources(id)
);
grant insert, select, update on table crm_sync to service;

create table crm_unreadable (
  key text not null,
  crm_id text,
  number text,
  updated_at timestamp with time zone,
  field text not null,
  detail text not null,
  noticed_at timestamp with time zone not null,
  source smallint not null,
  constraint crm_unreadable_pkey PRIMARY KEY (source, key)
);
grant delete, insert, select, update on table crm_unreadable to service;

create table events (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  type text not null,
  subject_id uuid,
  revision bigint,
  constraint events_pkey PRIMARY KEY (id)
);
CREATE INDEX events_by_time ON events USING btree (at);
CREATE TRIGGER notify AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION notify_of_event();
grant delete, insert, select on table events to service;

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  answer jsonb,
  status integer,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
grant delete, insert, select, update on table idempotency_keys to service;

create table kysely_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint kysely_migration_pkey PRIMARY KEY (name)
);
grant select on table kysely_migration to service;

create table kysely_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint kysely_migration_lock_pkey PRIMARY KEY (id)
);
grant select on table kysely_migration_lock to service;

create table left_sales (
  order_id uuid not null,
  ttn text not null,
  amount bigint not null,
  taken_at timestamp(3) with time zone,
  left_at timestamp(3) with time zone not null default clock_timestamp(),
  settled_at timestamp(3) with time zone,
  reason text,
  constraint left_sales_pkey PRIMARY KEY (order_id, ttn),
  constraint left_sales_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX left_sales_open ON left_sales USING btree (order_id) WHERE (settled_at IS NULL);
grant insert, select, update on table left_sales to service;

create table login_failures (
  bucket text not null,
  failures integer not null,
  window_started_at timestamp with time zone not null,
  last_failed_at timestamp with time zone not null,
  refusals integer not null default 0,
  refused_until timestamp with time zone,
  refusal jsonb,
  constraint login_failures_pkey PRIMARY KEY (bucket)
);
CREATE INDEX login_failures_refused ON login_failures USING btree (refused_until) WHERE (refused_until IS NOT NULL);
grant delete, insert, select, update on table login_failures to service;

create table order_documents (
  order_id uuid not null,
  revision bigint not null default 1,
  hidden boolean not null,
  has_parcel boolean not null,
  crm_changed boolean not null,
  prepayment_stays boolean not null,
  body text not null,
  constraint order_documents_pkey PRIMARY KEY (order_id),
  constraint order_documents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
) with (fillfactor=70);
grant insert, select, update on table order_documents to service;

create table order_sources (
  id smallint not null generated by default as identity,
  crm_fingerprint text,
  crm_host text,
  decided text,
  decided_against text,
  constraint order_sources_pkey PRIMARY KEY (id),
  constraint order_sources_crm_fingerprint_key UNIQUE (crm_fingerprint),
  constraint order_sources_decided_check CHECK ((decided = ANY (ARRAY['same'::text, 'new'::text])))
);
grant insert, select, update on table order_sources to service;

create table order_tallies (
  id bigint not null generated always as identity,
  name text not null,
  amount bigint not null,
  constraint order_tallies_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on table order_tallies to service;

create table orders (
  id uuid not null,
  crm_id text not null,
  number text not null,
  ordered_at timestamp(3) with time zone not null,
  crm_status text not null,
  recipient_name text not null,
  recipient_phone text not null,
  ttn text,
  notes text not null,
  goods jsonb not null,
  total bigint not null,
  search text not null,
  crm jsonb not null,
  crm_changed boolean not null default false,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  edited_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  version integer not null default 1,
  has_receipt boolean not null default false,
  search_key text not null generated always as (translate(search, 'абвгдежзийклмнопрстуфхцчшщыэюяєіїъь'::text, 'ABVGDEJZYIKLMNOPRSTUFXCHWWYEUQEII'::text)) stored,
  not_needed_reason text,
  not_needed_at timestamp(3) with time zone,
  not_needed_by uuid,
  not_needed_by_login text,
  cod_amount bigint,
  paid boolean not null default false,
  taken_at timestamp(3) with time zone,
  ettn_state text,
  ettn_amount bigint,
  accepted_control bigint,
  last_failed boolean not null default false,
  crm_cancelled boolean not null default false,
  parcel_group text,
  tab text not null generated always as (
CASE
    WHEN COALESCE((parcel_group = 'refused'::text), false) THEN 'refused'::text
    WHEN COALESCE((parcel_group = 'received'::text), false) THEN 'received'::text
    WHEN has_receipt THEN 'has_receipt'::text
    ELSE 'no_receipt'::text
END) stored,
  lacks_receipt boolean not null generated always as (((deleted_at IS NULL) AND (not_needed_at IS NULL) AND (ettn_state IS NULL) AND COALESCE((cod_amount > 0), false) AND (paid OR COALESCE((parcel_group = 'received'::text), false)))) stored,
  awaits_fiscal boolean not null generated always as ((COALESCE((ettn_state = 'open'::text), false) AND COALESCE((cod_amount > 0), false) AND (paid OR COALESCE((parcel_group = 'received'::text), false)))) stored,
  control_differs boolean not null generated always as ((COALESCE((cod_amount <> ettn_amount), false) AND (accepted_control IS DISTINCT FROM cod_amount) AND (NOT COALESCE((parcel_group = ANY (ARRAY['refused'::text, 'deleted'::text])), false)))) stored,
  has_failed boolean not null generated always as ((last_failed AND (deleted_at IS NULL) AND (not_needed_at IS NULL) AND (NOT COALESCE((parcel_group = ANY (ARRAY['refused'::text, 'deleted'::text])), false)))) stored,
  stands_first boolean not null generated always as (((ttn IS NOT NULL) OR has_receipt OR COALESCE((parcel_group = ANY (ARRAY['refused'::text, 'received'::text])), false))) stored,
  crm_ttn_seen text,
  crm_ttn_at timestamp(3) with time zone,
  ttn_differs boolean not null generated always as (((deleted_at IS NULL) AND ((edited_at IS NOT NULL) OR has_receipt) AND COALESCE(((crm ->> 'ttn'::text) <> COALESCE(ttn, ''::text)), false) AND (crm_ttn_seen IS DISTINCT FROM (crm ->> 'ttn'::text)))) stored,
  advance_only boolean not null default false,
  behind_crm boolean not null generated always as (((deleted_at IS NULL) AND (((edited_at IS NULL) AND
CASE
    WHEN advance_only THEN ((crm ? 'ttn'::text) AND ((crm ->> 'ttn'::text) IS DISTINCT FROM ttn))
    ELSE ((NOT has_receipt) AND (crm_changed OR COALESCE(((crm ->> 'status'::text) <> crm_status), false)))
END) OR ((ttn IS NULL) AND (crm_ttn_seen IS NULL) AND ((crm ->> 'ttn'::text) IS NOT NULL))))) stored,
  advance_amount bigint,
  return_due boolean not null generated always as (((not_needed_at IS NULL) AND COALESCE((parcel_group = 'refused'::text), false) AND (COALESCE(((ettn_state = 'fiscal'::text) AND (ettn_amount IS NOT NULL)), false) OR (advance_amount IS NOT NULL)))) stored,
  parcel_deleted boolean not null generated always as ((COALESCE(((parcel_group = 'deleted'::text) AND (ettn_state = 'open'::text)), false) AND (NOT paid))) stored,
  source smallint not null default 1,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_source_crm_id_key UNIQUE (source, crm_id),
  constraint orders_check CHECK (((not_needed_at IS NULL) = (not_needed_reason IS NULL))),
  constraint orders_ettn_state_check CHECK ((ettn_state = ANY (ARRAY['open'::text, 'fiscal'::text]))),
  constraint orders_parcel_group_check CHECK ((parcel_group = ANY (ARRAY['created'::text, 'moving'::text, 'waiting'::text, 'received'::text, 'refused'::text, 'deleted'::text, 'unknown'::text]))),
  constraint orders_total_check CHECK ((total >= 0)),
  constraint orders_ttn_check CHECK ((ttn <> ''::text))
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX orders_awaiting_fiscal ON orders USING btree (taken_at, id) WHERE awaits_fiscal;
CREATE INDEX orders_behind_crm ON orders USING btree (id) WHERE behind_crm;
CREATE INDEX orders_by_end_of_number ON orders USING btree (reverse(number) text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_end_of_recipient_phone ON orders USING btree (reverse(recipient_phone) text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_end_of_ttn ON orders USING btree (reverse(ttn) text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_total ON orders USING btree (total) WHERE (deleted_at IS NULL);
CREATE INDEX orders_by_ttn ON orders USING btree (ttn, ordered_at DESC) WHERE (ttn IS NOT NULL);
CREATE INDEX orders_lacking_receipt ON orders USING btree (taken_at, id) WHERE lacks_receipt;
CREATE INDEX orders_queue ON orders USING btree (tab, stands_first DESC, ordered_at DESC, id DESC) INCLUDE (search_key) WHERE (deleted_at IS NULL);
CREATE INDEX orders_search ON orders USING gin (search_key gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='128') WHERE (deleted_at IS NULL);
CREATE INDEX orders_with_another_control ON orders USING btree (id) WHERE control_differs;
CREATE INDEX orders_with_another_ttn ON orders USING btree (id) WHERE ttn_differs;
CREATE INDEX orders_with_deleted_parcel ON orders USING btree (id) WHERE parcel_deleted;
CREATE INDEX orders_with_failed_receipt ON orders USING btree (id) WHERE has_failed;
CREATE INDEX orders_with_return_due ON orders USING btree (id) WHERE return_due;
CREATE TRIGGER compare_with_crm BEFORE UPDATE OF number, ordered_at, recipient_name, recipient_phone, ttn, notes, goods, total, crm ON orders FOR EACH ROW EXECUTE FUNCTION compare_with_crm();
CREATE TRIGGER end_not_needed BEFORE UPDATE OF cod_amount, parcel_group ON orders FOR EACH ROW WHEN (((old.not_needed_at IS NOT NULL) AND ((COALESCE(old.cod_amount, (0)::bigint) <> COALESCE(new.cod_amount, (0)::bigint)) OR (COALESCE((old.parcel_group = 'refused'::text), false) <> COALESCE((new.parcel_group = 'refused'::text), false))))) EXECUTE FUNCTION end_not_needed();
CREATE TRIGGER follow_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_orders();
CREATE TRIGGER follow_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_orders();
CREATE TRIGGER forget_status BEFORE UPDATE OF ttn ON orders FOR EACH ROW WHEN ((old.ttn IS DISTINCT FROM new.ttn)) EXECUTE FUNCTION forget_status();
CREATE TRIGGER judge_returned BEFORE UPDATE OF parcel_group ON orders FOR EACH ROW WHEN ((COALESCE((old.parcel_group = 'received'::text), false) <> COALESCE((new.parcel_group = 'received'::text), false))) EXECUTE FUNCTION judge_returned();
CREATE TRIGGER tally_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();
CREATE TRIGGER tally_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();
CREATE TRIGGER tally_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_orders();
CREATE TRIGGER write_documents_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_orders();
CREATE TRIGGER write_documents_update AFTER UPDATE ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_orders();
grant insert, select, update on table orders to service;

create table orders_unjudged (
  id bigint not null generated always as identity,
  order_id uuid not null,
  constraint orders_unjudged_pkey PRIMARY KEY (id)
);
grant delete, insert, select on table orders_unjudged to service;

create table parcel_decisions (
  order_id uuid not null,
  settled_as text not null,
  reason text not null,
  at timestamp(3) with time zone not null,
  by uuid,
  by_login text,
  constraint parcel_decisions_pkey PRIMARY KEY (order_id),
  constraint parcel_decisions_reason_check CHECK ((reason <> ''::text)),
  constraint parcel_decisions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
grant delete, insert, select, update on table parcel_decisions to service;

create table parcel_payments (
  order_id uuid not null,
  ttn text not null,
  paid_on date not null,
  amount bigint not null,
  cash_register_id uuid,
  payee_id uuid,
  receipt_id uuid,
  receipt_amount bigint,
  accepted bigint not null,
  lines integer not null,
  state text not null,
  why text,
  constraint parcel_payments_pkey PRIMARY KEY (order_id),
  constraint parcel_payments_amount_check CHECK ((amount > 0)),
  constraint parcel_payments_check CHECK (((why IS NULL) = (state <> 'no_receipt'::text))),
  constraint parcel_payments_state_check CHECK ((state = ANY (ARRAY['returned'::text, 'other_payee'::text, 'no_receipt'::text, 'sum_differs'::text, 'settled'::text, 'awaiting'::text]))),
  constraint parcel_payments_why_check CHECK ((why = ANY (ARRAY['none'::text, 'waiting'::text, 'in_doubt'::text, 'cancelled'::text, 'not_needed'::text]))),
  constraint parcel_payments_cash_register_id_fkey FOREIGN KEY (cash_register_id) REFERENCES cash_registers(id),
  constraint parcel_payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint parcel_payments_payee_id_fkey FOREIGN KEY (payee_id) REFERENCES payees(id),
  constraint parcel_payments_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX parcel_payments_awaiting ON parcel_payments USING btree (paid_on, order_id) WHERE (state = 'awaiting'::text);
CREATE INDEX parcel_payments_by_day ON parcel_payments USING btree (paid_on DESC, order_id);
grant delete, insert, select, update on table parcel_payments to service;

create table parcel_steps (
  id bigint not null generated always as identity,
  order_id uuid not null,
  ttn text not null,
  at timestamp(3) with time zone not null,
  status_code integer,
  status_text text,
  details jsonb not null,
  constraint parcel_steps_pkey PRIMARY KEY (id),
  constraint parcel_steps_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX parcel_steps_of_order ON parcel_steps USING btree (order_id, at);
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON parcel_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on table parcel_steps to service;

create table parcels (
  order_id uuid not null,
  ttn text not null,
  active boolean not null,
  cash_register_id uuid,
  status_code integer,
  status_text text,
  own boolean,
  cod_amount bigint,
  cod_kind text,
  paid boolean not null default false,
  checked_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone,
  awaited bigint generated always as (
CASE
    WHEN ((status_code IS NULL) OR (status_code = ANY (ARRAY[2, 3, 9, 10, 11, 106, 102, 103, 105, 108])) OR paid OR (cod_amount = 0)) THEN NULL::bigint
    ELSE cod_amount
END) stored,
  due_at timestamp(3) with time zone default '-infinity'::timestamp with time zone,
  status_since timestamp(3) with time zone,
  missing_since timestamp(3) with time zone,
  times_missing integer not null default 0,
  foreign_rounds integer not null default 0,
  successor_ttn text,
  successor_kind text,
  problem jsonb,
  paid_at timestamp(3) with time zone,
  cod_changed_at timestamp(3) with time zone,
  followed_ttn text,
  passed_ttns text[] not null default '{}'::text[],
  asked_ttn text,
  waybill_made_at timestamp(3) with time zone,
  added_at timestamp(3) with time zone default clock_timestamp(),
  unproven boolean not null generated always as ((active AND (own IS NULL) AND (cash_register_id IS NULL) AND (paid OR COALESCE((status_code = ANY (ARRAY[9, 10, 11, 106])), false)))) stored,
  unfindable boolean not null generated always as ((active AND (COALESCE(((problem ->> 'kind'::text) = 'bad_number'::text), false) OR COALESCE((status_code = 3), false)))) stored,
  constraint parcels_pkey PRIMARY KEY (order_id),
  constraint parcels_check CHECK (((successor_ttn IS NULL) = (successor_kind IS NULL))),
  constraint parcels_cod_kind_check CHECK ((cod_kind = ANY (ARRAY['payment_control'::text, 'money_transfer'::text]))),
  constraint parcels_successor_kind_check CHECK ((successor_kind = ANY (ARRAY['return'::text, 'redirect'::text]))),
  constraint parcels_cash_register_id_fkey FOREIGN KEY (cash_register_id) REFERENCES cash_registers(id),
  constraint parcels_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX parcels_awaited_by_register ON parcels USING btree (cash_register_id) WHERE (active AND (awaited > 0));
CREATE INDEX parcels_by_followed_ttn ON parcels USING btree (followed_ttn) WHERE (followed_ttn IS NOT NULL);
CREATE INDEX parcels_by_passed_ttns ON parcels USING gin (passed_ttns) WHERE (passed_ttns <> '{}'::text[]);
CREATE INDEX parcels_by_question ON parcels USING btree (checked_at) WHERE (active AND (due_at IS NOT NULL));
CREATE INDEX parcels_by_register ON parcels USING btree (cash_register_id) WHERE active;
CREATE INDEX parcels_by_successor_ttn ON parcels USING btree (successor_ttn) WHERE (successor_kind = 'redirect'::text);
CREATE INDEX parcels_by_ttn ON parcels USING btree (ttn);
CREATE INDEX parcels_due ON parcels USING btree (due_at) WHERE (active AND (due_at IS NOT NULL));
CREATE INDEX parcels_unfindable ON parcels USING btree (order_id) WHERE unfindable;
CREATE INDEX parcels_unproven ON parcels USING btree (order_id) WHERE unproven;
CREATE INDEX parcels_unseen ON parcels USING btree (order_id) WHERE (active AND (own IS NULL) AND (cash_register_id IS NULL) AND (NOT unfindable) AND (NOT unproven));
CREATE TRIGGER tally_delete AFTER DELETE ON parcels REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_parcels();
CREATE TRIGGER tally_insert AFTER INSERT ON parcels REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_parcels();
CREATE TRIGGER tally_update AFTER UPDATE ON parcels REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_parcels();
CREATE TRIGGER tell_orders AFTER UPDATE ON parcels REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_orders();
CREATE TRIGGER write_documents_delete AFTER DELETE ON parcels REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION document_parcels();
CREATE TRIGGER write_documents_insert AFTER INSERT ON parcels REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_parcels();
CREATE TRIGGER write_documents_update AFTER UPDATE ON parcels REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_parcels();
grant delete, insert, select, update on table parcels to service;

create table passkey_challenges (
  id uuid not null,
  user_id uuid,
  network text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkey_challenges_by_network ON passkey_challenges USING btree (network, expires_at);
grant delete, insert, select, update on table passkey_challenges to service;

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkeys_by_user ON passkeys USING btree (user_id, created_at);
grant delete, insert, select, update on table passkeys to service;

create table payees (
  id uuid not null,
  name text not null,
  tax_number text,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint payees_pkey PRIMARY KEY (id),
  constraint payees_tax_number_key UNIQUE (tax_number),
  constraint payees_name_check CHECK ((name <> ''::text))
);
grant delete, insert, select, update on table payees to service;

create table payout_lines (
  id uuid not null,
  payout_id uuid not null,
  "position" integer not null,
  ttn text not null,
  day date not null,
  accepted bigint not null,
  commission bigint not null,
  transferred bigint not null,
  operation_id text,
  order_ref text,
  state text not null default 'unknown_ttn'::text,
  why text,
  order_id uuid,
  is_ambiguous boolean not null default false,
  receipt_id uuid,
  difference bigint,
  settled_as text,
  settled_reason text,
  settled_at timestamp(3) with time zone,
  settled_by uuid,
  settled_by_login text,
  judgement text not null generated always as (((state || COALESCE(('/'::text || why), ''::text)) ||
CASE
    WHEN (state = 'sum_differs'::text) THEN ('/'::text || difference)
    ELSE ''::text
END)) stored,
  is_open boolean not null generated always as (((state <> ALL (ARRAY['matched'::text, 'returned'::text])) AND (why IS DISTINCT FROM 'not_needed'::text) AND (settled_as IS DISTINCT FROM ((state || COALESCE(('/'::text || why), ''::text)) ||
CASE
    WHEN (state = 'sum_differs'::text) THEN ('/'::text || difference)
    ELSE ''::text
END)))) stored,
  constraint payout_lines_pkey PRIMARY KEY (id),
  constraint payout_lines_payout_id_position_key UNIQUE (payout_id, "position"),
  constraint payout_lines_check CHECK ((transferred = (accepted - commission))),
  constraint payout_lines_check1 CHECK (((why IS NULL) = (state <> 'no_receipt'::text))),
  constraint payout_lines_check2 CHECK ((((settled_as IS NULL) = (settled_reason IS NULL)) AND ((settled_as IS NULL) = (settled_at IS NULL)))),
  constraint payout_lines_position_check CHECK (("position" > 0)),
  constraint payout_lines_state_check CHECK ((state = ANY (ARRAY['duplicate'::text, 'returned'::text, 'unknown_ttn'::text, 'other_payee'::text, 'no_receipt'::text, 'sum_differs'::text, 'matched'::text]))),
  constraint payout_lines_ttn_check CHECK ((ttn <> ''::text)),
  constraint payout_lines_why_check CHECK ((why = ANY (ARRAY['none'::text, 'waiting'::text, 'in_doubt'::text, 'cancelled'::text, 'not_needed'::text]))),
  constraint payout_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint payout_lines_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id) ON DELETE CASCADE,
  constraint payout_lines_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX payout_lines_ambiguous ON payout_lines USING btree (id) WHERE is_ambiguous;
CREATE INDEX payout_lines_by_day ON payout_lines USING btree (day DESC, id);
CREATE INDEX payout_lines_by_operation ON payout_lines USING btree (operation_id) WHERE (operation_id IS NOT NULL);
CREATE INDEX payout_lines_by_ttn ON payout_lines USING btree (ttn);
CREATE INDEX payout_lines_of_order ON payout_lines USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX payout_lines_open ON payout_lines USING btree (day, id) WHERE is_open;
grant delete, insert, select, update on table payout_lines to service;

create table payouts (
  id uuid not null,
  payee_id uuid not null,
  number text not null,
  day date not null,
  year integer not null generated always as (EXTRACT(year FROM day)) stored,
  account text,
  accepted bigint not null,
  commission bigint not null,
  transferred bigint not null,
  form text not null,
  file_name text not null,
  file_hash text not null,
  imported_at timestamp(3) with time zone not null,
  imported_by uuid,
  imported_by_login text,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_check CHECK ((transferred = (accepted - commission))),
  constraint payouts_form_check CHECK ((form = ANY (ARRAY['xlsx'::text, 'csv'::text]))),
  constraint payouts_number_check CHECK ((number ~ '^[0-9]{1,20}$'::text)),
  constraint payouts_payee_id_fkey FOREIGN KEY (payee_id) REFERENCES payees(id)
);
CREATE UNIQUE INDEX one_payout_per_number ON payouts USING btree (payee_id, number, year);
CREATE INDEX payouts_by_day ON payouts USING btree (day DESC, id DESC);
grant delete, insert, select on table payouts to service;

create table provider_documents (
  provider_id text not null,
  cash_register_id uuid not null,
  is_test boolean not null,
  ttn text,
  amount bigint,
  status text not null,
  raw_status text not null,
  made_at timestamp(3) with time zone,
  fiscal_receipt_id text,
  return_receipt_id text,
  register_fiscal_number text,
  relation_id text,
  error text,
  scope text,
  seen_at timestamp(3) with time zone not null,
  gone_at timestamp(3) with time zone,
  constraint provider_documents_pkey PRIMARY KEY (provider_id),
  constraint provider_documents_cash_register_id_fkey FOREIGN KEY (cash_register_id) REFERENCES cash_registers(id)
);
CREATE INDEX provider_documents_by_ttn ON provider_documents USING btree (ttn) WHERE (ttn IS NOT NULL);
CREATE INDEX provider_documents_of_register ON provider_documents USING btree (cash_register_id, seen_at);
grant insert, select, update on table provider_documents to service;

create table provider_pictures (
  cash_register_id uuid not null,
  is_test boolean not null,
  scope text,
  whole_from timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone not null,
  returns_read_to timestamp(3) with time zone,
  constraint provider_pictures_pkey PRIMARY KEY (cash_register_id, is_test),
  constraint provider_pictures_cash_register_id_fkey FOREIGN KEY (cash_register_id) REFERENCES cash_registers(id)
);
grant insert, select, update on table provider_pictures to service;

create table receipt_batches (
  id uuid not null,
  created_at timestamp(3) with time zone not null,
  created_by uuid,
  created_by_login text,
  total integer not null,
  refused jsonb not null,
  constraint receipt_batches_pkey PRIMARY KEY (id)
);
grant insert, select, update on table receipt_batches to service;

create table receipt_events (
  receipt_id uuid not null,
  seq integer not null,
  at timestamp(3) with time zone not null,
  event text not null,
  from_state text,
  to_state text not null,
  details jsonb not null,
  actor_id uuid,
  actor_login text,
  constraint receipt_events_pkey PRIMARY KEY (receipt_id, seq),
  constraint receipt_events_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE TRIGGER hold_receipt_events BEFORE INSERT ON receipt_events FOR EACH ROW EXECUTE FUNCTION hold_receipt_events();
CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON receipt_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on table receipt_events to service;

create table receipt_incidents (
  id uuid not null,
  at timestamp(3) with time zone not null,
  kind text not null,
  cash_register_id uuid,
  provider_id text,
  order_id uuid,
  details jsonb not null,
  settled_at timestamp(3) with time zone,
  reason text,
  dismissed_by uuid,
  dismissed_by_login text,
  beside uuid[],
  constraint receipt_incidents_pkey PRIMARY KEY (id),
  constraint dismissed_is_settled CHECK (((reason IS NULL) OR (settled_at IS NOT NULL))),
  constraint mark_keeps_its_orders CHECK (((reason IS NULL) OR (beside IS NOT NULL))),
  constraint receipt_incidents_cash_register_id_fkey FOREIGN KEY (cash_register_id) REFERENCES cash_registers(id),
  constraint receipt_incidents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX dismissed_documents ON receipt_incidents USING btree (provider_id) WHERE (reason IS NOT NULL);
CREATE UNIQUE INDEX incident_told_once ON receipt_incidents USING btree (kind, provider_id) WHERE (settled_at IS NULL);
CREATE INDEX open_incidents_of_order ON receipt_incidents USING btree (order_id) WHERE ((settled_at IS NULL) AND (order_id IS NOT NULL));
grant insert, select, update on table receipt_incidents to service;

create table receipt_moves (
  from_state text not null,
  to_state text not null,
  constraint receipt_moves_pkey PRIMARY KEY (from_state, to_state)
);
grant select on table receipt_moves to service;

create table receipt_senders (
  cash_register_id uuid not null,
  last_create_at timestamp(3) with time zone,
  paused_until timestamp(3) with time zone,
  troubles integer not null default 0,
  constraint receipt_senders_pkey PRIMARY KEY (cash_register_id),
  constraint receipt_senders_cash_register_id_fkey FOREIGN KEY (cash_register_id) REFERENCES cash_registers(id) ON DELETE CASCADE
);
grant insert, select, update on table receipt_senders to service;

create table receipts (
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  document_kind text not null,
  ttn text not null,
  cash_register_id uuid not null,
  is_test boolean not null,
  amount bigint not null,
  payment text,
  relation_id text,
  prepayment_id uuid,
  request text not null,
  shown jsonb not null,
  state text not null default 'queued'::text,
  attempt integer not null default 0,
  voided integer not null default 0,
  cancel_wanted boolean not null default false,
  provider_id text,
  send_not_after timestamp(3) with time zone,
  quiet_after timestamp(3) with time zone,
  answered jsonb,
  absent_at timestamp(3) with time zone,
  unknown_since timestamp(3) with time zone,
  gone_since timestamp(3) with time zone,
  problem jsonb,
  fiscal_receipt_id text,
  fiscal_code text,
  fiscalized_at timestamp(3) with time zone,
  receipt_url text,
  returned_at timestamp(3) with time zone,
  next_check_at timestamp(3) with time zone,
  checks integer not null default 0,
  lease_until timestamp(3) with time zone,
  batch_id uuid,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  created_by uuid,
  created_by_login text,
  events integer not null default 0,
  removal integer not null default 0,
  last_look_at timestamp(3) with time zone,
  provider_scope text,
  told_exists boolean not null default false,
  retired_at timestamp(3) with time zone,
  fiscal_amount bigint,
  is_created_offline boolean,
  is_sent_dps boolean,
  tax_url text,
  is_copy_undelivered boolean,
  returns_asked_at timestamp(3) with time zone,
  asked_at timestamp(3) with time zone,
  accepted_control bigint,
  accepted_fiscal bigint,
  accepted_reason text,
  accepted_at timestamp(3) with time zone,
  accepted_by uuid,
  accepted_by_login text,
  fiscal_differs boolean not null generated always as ((COALESCE((fiscal_amount <> amount), false) AND (accepted_fiscal IS DISTINCT FROM fiscal_amount) AND (returned_at IS NULL) AND (retired_at IS NULL) AND (kind = 'ettn'::text) AND (state = 'fiscalized'::text))) stored,
  shift_id text,
  payment_label text,
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_amount_check CHECK ((amount > 0)),
  constraint receipts_check CHECK (((kind = 'prepayment'::text) = (document_kind = 'prepayment'::text))),
  constraint receipts_check1 CHECK (((document_kind = 'ettn'::text) = (relation_id IS NULL))),
  constraint receipts_check2 CHECK (((document_kind = 'ettn_rest'::text) = (prepayment_id IS NOT NULL))),
  constraint receipts_check3 CHECK (((state <> ALL (ARRAY['created'::text, 'cancelling'::text, 'cancel_unknown'::text, 'fiscalized'::text])) OR (provider_id IS NOT NULL))),
  constraint receipts_document_kind_check CHECK ((document_kind = ANY (ARRAY['ettn'::text, 'ettn_rest'::text, 'prepayment'::text]))),
  constraint receipts_kind_check CHECK ((kind = ANY (ARRAY['ettn'::text, 'prepayment'::text]))),
  constraint receipts_payment_check CHECK ((payment = ANY (ARRAY['cashless'::text, 'cash'::text]))),
  constraint receipts_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'unknown'::text, 'attention'::text, 'created'::text, 'cancelling'::text, 'cancel_unknown'::text, 'fiscalized'::text, 'cancelled'::text, 'failed'::text]))),
  constraint receipts_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES receipt_batches(id),
  constraint receipts_cash_register_id_fkey FOREIGN KEY (cash_register_id) REFERENCES cash_registers(id),
  constraint receipts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint receipts_prepayment_id_fkey FOREIGN KEY (prepayment_id) REFERENCES receipts(id)
);
CREATE UNIQUE INDEX document_used_once ON receipts USING btree (provider_id) WHERE ((provider_id IS NOT NULL) AND (state <> ALL (ARRAY['cancelled'::text, 'failed'::text])));
CREATE UNIQUE INDEX one_live_receipt_per_order_id ON receipts USING btree (order_id, kind) WHERE ((state <> ALL (ARRAY['cancelled'::text, 'failed'::text])) AND (retired_at IS NULL) AND (returned_at IS NULL));
CREATE UNIQUE INDEX one_live_receipt_per_ttn ON receipts USING btree (ttn) WHERE ((kind = 'ettn'::text) AND (state <> ALL (ARRAY['cancelled'::text, 'failed'::text])) AND (retired_at IS NULL) AND (returned_at IS NULL));
CREATE INDEX receipts_at_work ON receipts USING btree (order_id) WHERE ((retired_at IS NULL) AND ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'unknown'::text, 'cancelling'::text, 'cancel_unknown'::text])) OR ((state = 'created'::text) AND ((kind = 'prepayment'::text) OR cancel_wanted))));
CREATE INDEX receipts_by_document ON receipts USING btree (provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX receipts_by_prepayment ON receipts USING btree (prepayment_id) WHERE (prepayment_id IS NOT NULL);
CREATE INDEX receipts_due ON receipts USING btree (cash_register_id, state, next_check_at) WHERE (state <> ALL (ARRAY['cancelled'::text, 'failed'::text, 'fiscalized'::text]));
CREATE INDEX receipts_in_attention ON receipts USING btree (order_id) WHERE (state = 'attention'::text);
CREATE INDEX receipts_newest ON receipts USING btree (created_at DESC, id DESC);
CREATE INDEX receipts_of_advances ON receipts USING btree (cash_register_id, returns_asked_at NULLS FIRST) WHERE ((kind = 'prepayment'::text) AND (state = 'fiscalized'::text) AND (returned_at IS NULL));
CREATE INDEX receipts_of_batch ON receipts USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX receipts_of_no_shift ON receipts USING btree (cash_register_id, fiscalized_at) WHERE ((state = 'fiscalized'::text) AND (NOT is_test) AND (shift_id IS NULL));
CREATE INDEX receipts_of_order ON receipts USING btree (order_id, created_at DESC);
CREATE INDEX receipts_of_shift ON receipts USING btree (shift_id) WHERE (shift_id IS NOT NULL);
CREATE INDEX receipts_to_ask ON receipts USING btree (cash_register_id, asked_at NULLS FIRST) WHERE (state = ANY (ARRAY['created'::text, 'attention'::text]));
CREATE INDEX receipts_undelivered ON receipts USING btree (fiscalized_at, id) WHERE (is_copy_undelivered AND (state = 'fiscalized'::text) AND (returned_at IS NULL));
CREATE INDEX receipts_undelivered_to_tax ON receipts USING btree (cash_register_id, asked_at) WHERE (is_created_offline AND (is_sent_dps IS NOT TRUE));
CREATE INDEX receipts_with_another_sum ON receipts USING btree (order_id) WHERE fiscal_differs;
CREATE INDEX receipts_without_code ON receipts USING btree (cash_register_id) WHERE ((state = 'fiscalized'::text) AND (fiscal_code IS NULL));
CREATE TRIGGER hold_receipt BEFORE INSERT OR UPDATE ON receipts FOR EACH ROW EXECUTE FUNCTION hold_receipt();
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tell_order_of_change AFTER UPDATE OF state, retired_at, returned_at, accepted_control ON receipts FOR EACH ROW WHEN ((((old.state <> new.state) AND ((old.state = ANY (ARRAY['cancelled'::text, 'failed'::text, 'fiscalized'::text])) OR (new.state = ANY (ARRAY['cancelled'::text, 'failed'::text, 'fiscalized'::text])))) OR (old.retired_at IS DISTINCT FROM new.retired_at) OR (old.returned_at IS DISTINCT FROM new.returned_at) OR (old.accepted_control IS DISTINCT FROM new.accepted_control))) EXECUTE FUNCTION tell_order_of_receipt();
CREATE TRIGGER tell_order_of_receipt AFTER INSERT ON receipts FOR EACH ROW EXECUTE FUNCTION tell_order_of_receipt();
CREATE TRIGGER write_documents_insert AFTER INSERT ON receipts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_receipts();
CREATE TRIGGER write_documents_update AFTER UPDATE ON receipts REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_receipts();
grant insert, select, update on table receipts to service;

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
grant delete, insert, select, update on table recovery_codes to service;

create table refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  generation integer not null,
  used_at timestamp with time zone,
  constraint refresh_tokens_pkey PRIMARY KEY (token_hash),
  constraint refresh_tokens_session_id_generation_key UNIQUE (session_id, generation),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
grant delete, insert, select, update on table refresh_tokens to service;

create table saved_views (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  search jsonb not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_user_id_name_key UNIQUE (user_id, name),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
grant delete, insert, select, update on table saved_views to service;

create table sessions (
  id uuid not null,
  user_id uuid not null,
  user_agent text not null,
  address text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  authenticated_at timestamp with time zone not null default clock_timestamp(),
  last_seen_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  idle_until timestamp with time zone not null,
  generation integer not null default 0,
  generation_seen boolean not null default false,
  rotated_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  second_factor text,
  second_factor_at timestamp with time zone,
  passkey_id uuid,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_passkey_of_login CHECK (((passkey_id IS NULL) OR (second_factor IS NOT NULL))),
  constraint sessions_second_factor_check CHECK ((second_factor = ANY (ARRAY['authenticator'::text, 'recovery_code'::text, 'passkey'::text]))),
  constraint sessions_second_factor_when CHECK (((second_factor IS NULL) = (second_factor_at IS NULL))),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_live ON sessions USING btree (user_id, created_at) WHERE (ended_at IS NULL);
grant delete, insert, select, update on table sessions to service;

create table settings (
  name text not null,
  value jsonb,
  secret text,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint settings_pkey PRIMARY KEY (name),
  constraint settings_check CHECK (((value IS NULL) <> (secret IS NULL)))
);
grant insert, select on table settings to service;

create table sql_code (
  file text not null,
  sum text not null,
  constraint sql_code_pkey PRIMARY KEY (file)
);
grant select on table sql_code to service;

create table stub_documents (
  id uuid not null,
  register text not null,
  kind text not null,
  ttn text,
  relation_id text,
  amount bigint not null,
  total bigint not null,
  receipt_id uuid not null,
  made_at timestamp(3) with time zone not null,
  paid_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  constraint stub_documents_pkey PRIMARY KEY (id),
  constraint stub_documents_receipt_id_key UNIQUE (receipt_id),
  constraint stub_documents_amount_check CHECK ((amount > 0)),
  constraint stub_documents_check CHECK ((total >= amount)),
  constraint stub_documents_check1 CHECK (((kind = 'prepayment'::text) = (ttn IS NULL))),
  constraint stub_documents_check2 CHECK (((kind = 'ettn'::text) = (relation_id IS NULL))),
  constraint stub_documents_check3 CHECK (((paid_at IS NULL) OR (cancelled_at IS NULL))),
  constraint stub_documents_kind_check CHECK ((kind = ANY (ARRAY['ettn'::text, 'ettn_rest'::text, 'prepayment'::text])))
);
CREATE UNIQUE INDEX one_prepayment_per_relation ON stub_documents USING btree (register, relation_id) WHERE (kind = 'prepayment'::text);
CREATE INDEX stub_documents_of_register ON stub_documents USING btree (register, made_at);
grant delete, insert, select, update on table stub_documents to service;

create table stub_shifts (
  register text not null,
  opened_at timestamp(3) with time zone not null,
  constraint stub_shifts_pkey PRIMARY KEY (register)
);
grant delete, insert, select, update on table stub_shifts to service;

create table users (
  id uuid not null,
  login text not null,
  name text not null,
  role text not null,
  disabled boolean not null default false,
  created_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_login_key UNIQUE (login),
  constraint users_login_check CHECK ((login = lower(login))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'cashier'::text, 'auditor'::text])))
);
grant insert, select, update on table users to service;

create table withdrawn_payouts (
  id uuid not null,
  payout_id uuid not null,
  payee text not null,
  number text not null,
  day date not null,
  account text,
  accepted bigint not null,
  commission bigint not null,
  transferred bigint not null,
  form text not null,
  file_name text not null,
  file_hash text not null,
  imported_at timestamp(3) with time zone not null,
  imported_by_login text,
  lines jsonb not null,
  is_corrected boolean not null,
  withdrawn_at timestamp(3) with time zone not null,
  withdrawn_by uuid,
  withdrawn_by_login text,
  reason text,
  constraint withdrawn_payouts_pkey PRIMARY KEY (id)
);
CREATE INDEX withdrawn_payouts_newest ON withdrawn_payouts USING btree (withdrawn_at DESC, id DESC);
grant insert, select on table withdrawn_payouts to service;

create table z_reports (
  id text not null,
  cash_register_id uuid not null,
  serial integer not null,
  shift_id text not null,
  fiscal_code text,
  closed_at timestamp(3) with time zone not null,
  sell_count integer not null,
  return_count integer not null,
  payments jsonb not null,
  fetched_at timestamp(3) with time zone not null,
  constraint z_reports_pkey PRIMARY KEY (id),
  constraint z_reports_payments_check CHECK ((jsonb_typeof(payments) = 'array'::text)),
  constraint z_reports_return_count_check CHECK ((return_count >= 0)),
  constraint z_reports_sell_count_check CHECK ((sell_count >= 0)),
  constraint z_reports_cash_register_id_fkey FOREIGN KEY (cash_register_id) REFERENCES cash_registers(id) ON DELETE CASCADE
);
CREATE INDEX z_reports_newest ON z_reports USING btree (closed_at DESC, id DESC);
CREATE INDEX z_reports_of_register ON z_reports USING btree (cash_register_id, closed_at);
grant insert, select, update on table z_reports to service;

create function announce_orders(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  insert into events (type, subject_id, revision)
  select 'order', order_id, revision from order_documents where order_id = any(ids) and cardinality(ids) <= 1000
  union all select 'reset', null, null where cardinality(ids) > 1000;
end $function$
;

create function await_seal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into audit_unsealed (entry_id) values (new.id);
      return null;
    end $function$
;

create function compare_with_crm()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.crm_changed := crm_differs(new);
  return new;
end $function$
;

create function counts(rc receipts)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select rc.kind = 'ettn' and lives(rc) and is_real(rc)
$function$
;

create function crm_differs(o orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    o.crm -> 'ttn' <> coalesce(to_jsonb(o.ttn), 'null') or o.crm ->> 'number' <> o.number
      or (o.crm ->> 'ordered_at')::timestamptz(3) <> o.ordered_at
      or o.crm ->> 'recipient_name' <> o.recipient_name or o.crm ->> 'recipient_phone' <> o.recipient_phone
      or o.crm ->> 'notes' <> o.notes or o.crm -> 'goods' <> o.goods or (o.crm ->> 'total')::bigint <> o.total,
    false)
$function$
;

create function document_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() = 1 then
    perform orders_changed(array(select id from added));
  end if;
  return null;
end $function$
;

create function document_parcels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform orders_changed(array(select order_id from (
      select order_id, status_code, status_text, own, cod_amount, cod_kind, paid, received_at, followed_ttn, successor_ttn, successor_kind,
        problem, cash_register_id, due_at is null from added
      except
      select order_id, status_code, status_text, own, cod_amount, cod_kind, paid, received_at, followed_ttn, successor_ttn, successor_kind,
        problem, cash_register_id, due_at is null from removed) changed));
  elsif tg_op = 'INSERT' then
    perform orders_changed(array(select order_id from added));
  else
    perform orders_changed(array(select order_id from removed));
  end if;
  return null;
end $function$
;

create function document_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform orders_changed(array(select distinct order_id from (
      select id, order_id, state, cancel_wanted, fiscal_code, fiscalized_at, returned_at, receipt_url, problem, retired_at from added
      except
      select id, order_id, state, cancel_wanted, fiscal_code, fiscalized_at, returned_at, receipt_url, problem, retired_at from removed) changed));
  else
    perform orders_changed(array(select distinct order_id from added));
  end if;
  return null;
end $function$
;

create function end_not_needed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.not_needed_reason := null;
  new.not_needed_at := null;
  new.not_needed_by := null;
  new.not_needed_by_login := null;
  return new;
end $function$
;

create function follow_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into parcels (order_id, ttn, active)
    select id, ttn, deleted_at is null from added where ttn is not null;
    return null;
  end if;
  if not exists (select id, ttn, deleted_at is null from added except select id, ttn, deleted_at is null from removed) then
    return null;
  end if;
  delete from parcels using removed, added
  where removed.id = added.id and parcels.order_id = added.id and removed.ttn is distinct from added.ttn;
  update parcels set active = added.deleted_at is null from added
  where parcels.order_id = added.id and parcels.active <> (added.deleted_at is null);
  insert into parcels (order_id, ttn, active)
  select added.id, added.ttn, added.deleted_at is null from added join removed using (id)
  where added.ttn is not null and removed.ttn is distinct from added.ttn;
  return null;
end $function$
;

create function forget_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.lacks_receipt and old.tab = 'received' and not is_same_parcel(old.id, new.ttn) then
    insert into left_sales as known (order_id, ttn, amount, taken_at) values (old.id, old.ttn, old.cod_amount, old.taken_at)
    on conflict (order_id, ttn) do update set amount = excluded.amount, taken_at = excluded.taken_at, left_at = excluded.left_at,
      settled_at = null, reason = null;
  end if;
  new.parcel_group := null;
  new.cod_amount := null;
  new.paid := false;
  new.taken_at := null;
  new.not_needed_reason := null;
  new.not_needed_at := null;
  new.not_needed_by := null;
  new.not_needed_by_login := null;
  select ettn_state, ettn_amount, accepted_control into new.ettn_state, new.ettn_amount, new.accepted_control
  from receipt_facts(new.id, new.ttn);
  return new;
end $function$
;

create function hold_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'queued' or new.attempt <> 0 or new.provider_id is not null then
      raise exception 'a receipt begins queued' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.state <> old.state and not exists (select from receipt_moves where from_state = old.state and to_state = new.state) then
    raise exception 'a receipt that is % cannot become %', old.state, new.state using errcode = 'check_violation';
  end if;
  if (new.order_id, new.kind, new.document_kind, new.ttn, new.cash_register_id, new.is_test, new.amount, new.request, new.shown, new.created_at)
     is distinct from
     (old.order_id, old.kind, old.document_kind, old.ttn, old.cash_register_id, old.is_test, old.amount, old.request, old.shown, old.created_at)
     or new.relation_id is distinct from old.relation_id or new.prepayment_id is distinct from old.prepayment_id
     or new.payment is distinct from old.payment or new.batch_id is distinct from old.batch_id then
    raise exception 'what a receipt says is frozen' using errcode = 'check_violation';
  end if;
  if old.provider_id is not null and new.provider_id is distinct from old.provider_id then
    raise exception 'the document of a receipt does not change' using errcode = 'check_violation';
  end if;
  if old.fiscal_code is not null and new.fiscal_code is distinct from old.fiscal_code then
    raise exception 'a fiscal code does not change' using errcode = 'check_violation';
  end if;
  if new.attempt < old.attempt or new.events < old.events or new.removal < old.removal then
    raise exception 'a receipt does not go back' using errcode = 'check_violation';
  end if;
  if old.provider_id is not null and new.state = 'queued' then
    raise exception 'a receipt whose document was known is never sent again' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

create function hold_receipt_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare previous text;
begin
  select to_state into previous from receipt_events where receipt_id = new.receipt_id and seq = new.seq - 1;
  if new.seq < 1 or (new.seq = 1) <> (new.from_state is null) or (new.seq > 1 and previous is distinct from new.from_state) then
    raise exception 'the history of a receipt has no gaps' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

create function is_demo()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM settings WHERE ((settings.name = 'mode'::text) AND (settings.value = '"demo"'::jsonb))))
;

create function is_real(rc receipts)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select rc.retired_at is null and (not rc.is_test or is_demo())
$function$
;

create function is_same_parcel(of_order uuid, other_ttn text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from parcels where order_id = of_order and (followed_ttn = other_ttn or other_ttn = any(passed_ttns)
      or (successor_kind = 'redirect' and successor_ttn = other_ttn)))
$function$
;

create function is_stopped(rc receipts)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select rc.kind = 'ettn' and rc.state = 'attention' and rc.provider_id is null and rc.prepayment_id is null
$function$
;

create function judge_returned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select ettn_state, ettn_amount, accepted_control into new.ettn_state, new.ettn_amount, new.accepted_control
  from receipt_facts(new.id, new.ttn);
  return new;
end $function$
;

create function lives(rc receipts)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select rc.state not in ('cancelled', 'failed') and rc.retired_at is null and rc.returned_at is null
$function$
;

create function look_for_senders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_other_key boolean := tg_op = 'INSERT';
begin
  if tg_op = 'UPDATE' then
    is_other_key := old.carrier_key is distinct from new.carrier_key or not old.active
      or coalesce(old.carrier_problem ->> 'kind' = 'key_rejected', false);
  end if;
  update parcels set due_at = '-infinity'
  where active and cash_register_id is null and (own is null or is_other_key) and due_at is distinct from '-infinity'
    and coalesce(problem ->> 'kind' <> 'bad_number', true);
  return null;
end $function$
;

create function notify_of_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('kasyr_events', json_build_object('id', new.id, 'type', new.type, 'subject_id', new.subject_id,
    'revision', new.revision, 'at', to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text);
  return null;
end $function$
;

create function order_bodies(ids uuid[])
 RETURNS TABLE(order_id uuid, hidden boolean, has_parcel boolean, crm_changed boolean, prepayment_stays boolean, body text)
 LANGUAGE sql
 STABLE
AS $function$
  select o.id, o.deleted_at is not null, o.ttn is not null, o.crm_changed,
    coalesce(rc.problem is null and rc.cancel_wanted and rp.state = 'fiscalized' and rp.returned_at is null, false),
    left((select to_json(f) from (select
      o.id, o.crm_id, o.number, to_char(o.ordered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ordered_at, o.tab,
      (select to_json(f) from (select o.recipient_name as name, o.recipient_phone as phone) f) as recipient,
      o.ttn, o.notes, o.goods, o.total, to_char(o.edited_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as edited_at, o.crm_changed, o.crm_cancelled, o.version,
      case when rc.id is not null then (select to_json(f) from (select
        rc.id, rc.state, rc.amount,
        case when rp.id is not null then (select to_json(f) from (select
          rp.amount, rp.payment, rp.state, rp.fiscal_code, to_char(rp.returned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as returned_at,
          case when rp.receipt_url ~ '^https://check[.]checkbox[.]ua/[A-Za-z0-9_-]{1,100}$' then rp.receipt_url end as receipt_url) f) end as prepayment,
        rc.is_test, rc.cancel_wanted as cancel_requested, rc.fiscal_code,
        to_char(rc.fiscalized_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as fiscalized_at,
        to_char(rc.returned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as returned_at,
        case when rc.receipt_url ~ '^https://check[.]checkbox[.]ua/[A-Za-z0-9_-]{1,100}$' then rc.receipt_url end as receipt_url,
        rc.problem) f) end as receipt,
      case when o.not_needed_at is not null then (select to_json(f) from (select
        o.not_needed_reason as reason, to_char(o.not_needed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        case when o.not_needed_by is not null then (select to_json(f) from (select
          o.not_needed_by as id, o.not_needed_by_login as login) f) end as by) f) end as receipt_not_needed) f)::text, -1)
    || case when o.ttn is null then ',"parcel":null' else ',"parcel":' || left((select to_json(f) from (select
      p.status_code, p.status_text, parcel_group_of(p.status_code) as "group",
      p.own, p.cod_amount, p.cod_kind, coalesce(p.paid, false) as paid, to_char(p.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as received_at,
      coalesce(p.followed_ttn, case when p.status_code = 104 and p.successor_kind = 'redirect' then p.successor_ttn end)
        as redirected_to,
      coalesce(p.status_code in (2, 9, 11, 106) and (p.own is not null or p.status_code = 2), false) as final,
      case when p.successor_ttn is not null then (select to_json(f) from (select
        p.successor_ttn as ttn, p.successor_kind as kind) f) end as successor) f)::text, -1) end
  from orders o
  left join parcels p on p.order_id = o.id and p.ttn = o.ttn
  left join lateral (
    select id, state, amount, is_test, cancel_wanted, fiscal_code, fiscalized_at, returned_at, receipt_url, problem, prepayment_id
    from receipts where order_id = o.id and kind = 'ettn' order by lives(receipts) desc, created_at desc, id desc limit 1) rc on true
  left join receipts rp on rp.id = rc.prepayment_id
  where o.id = any(ids)
$function$
;

create function order_of_incident(i receipt_incidents)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(i.order_id, order_of_ttn(i.details ->> 'ttn'))
$function$
;

create function order_of_ttn(wanted text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select o.id from orders o where o.ttn = wanted and o.deleted_at is null
  order by exists (select from receipts rc where rc.order_id = o.id and is_stopped(rc)) desc, o.not_needed_at is null desc,
    o.ordered_at desc, o.id limit 1
$function$
;

create function orders_changed(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if ids = '{}' then
    return;
  elsif cardinality(ids) <= 1000 then
    insert into events (type, subject_id, revision) select 'order', written_id, written_revision from write_order_documents(ids);
  else
    perform write_order_documents(ids);
    insert into events (type) values ('reset');
  end if;
  insert into orders_unjudged (order_id) select unnest(ids) where exists (select from payouts);
end $function$
;

create function parcel_group_of(code integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (code IS NULL) THEN NULL::text WHEN (code = ANY (ARRAY[9, 10, 11, 106])) THEN 'received'::text WHEN (code = ANY (ARRAY[102, 103, 105, 108])) THEN 'refused'::text WHEN (code = 2) THEN 'deleted'::text WHEN (code = 3) THEN 'unknown'::text WHEN (code = ANY (ARRAY[7, 8, 14, 107])) THEN 'waiting'::text WHEN (code = ANY (ARRAY[1, 12])) THEN 'created'::text ELSE 'moving'::text END
;

create function receipt_facts(of_order uuid, of_ttn text)
 RETURNS TABLE(lives boolean, advance_only boolean, advance_amount bigint, ettn_state text, ettn_amount bigint, accepted_control bigint, last_failed boolean)
 LANGUAGE sql
 STABLE
AS $function$
  -- The few receipts of the order are read once, by the index of orders: asked one by one, PostgreSQL may take another.
  with mine as materialized (
    select rc.*, lives(rc) as lives, counts(rc) as counts, is_real(rc) as is_real
    from receipts rc where order_id = of_order and retired_at is null),
  handed_over as (
    select coalesce(received_at, status_since) as at from parcels
    where order_id = of_order and ttn = of_ttn and status_code in (9, 10, 11, 106)),
  ettn as (
    select * from mine
    where counts or (kind = 'ettn' and is_real and state = 'fiscalized' and ttn = of_ttn
      and returned_at > coalesce((select at from handed_over), '-infinity'))
    order by counts desc, created_at desc, id desc limit 1),
  -- One that lives is the last, whatever clock has dated the others.
  last as (select * from mine where kind = 'ettn' order by lives desc, created_at desc, id desc limit 1)
  select exists (select from mine where lives),
    coalesce((select bool_and(kind = 'prepayment' and state = 'fiscalized') from mine where lives), false),
    (select amount from mine where lives and is_real and kind = 'prepayment' and state = 'fiscalized'),
    (select case state when 'fiscalized' then 'fiscal' else 'open' end from ettn),
    (select amount from ettn where counts),
    (select accepted_control from ettn),
    coalesce((select last.state = 'failed' or (last.state = 'cancelled' and advance.state = 'failed')
      from last left join mine advance on advance.id = last.prepayment_id), false)
$function$
;

create function refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'table % only grows: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
    end $function$
;

create function rejudge_receipts_of_register()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into orders_unjudged (order_id)
  select order_id from receipts where cash_register_id = new.id
  union select order_id from parcels where cash_register_id = new.id;
  return null;
end $function$
;

create function rename_scope()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update receipts set provider_scope = new.provider_scope
  where cash_register_id = new.id and provider_scope = old.provider_scope and (state not in ('cancelled', 'failed', 'fiscalized')
    or (state in ('cancelled', 'failed') and provider_id in (
      select provider_id from provider_documents where cash_register_id = new.id and gone_at is null)));
  update provider_documents set scope = new.provider_scope
  where cash_register_id = new.id and scope = old.provider_scope and gone_at is null;
  update provider_pictures set scope = new.provider_scope where cash_register_id = new.id and scope = old.provider_scope;
  return null;
end $function$
;

create function retire_test_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update receipts set retired_at = clock_timestamp()
  where cash_register_id = new.id and is_test and retired_at is null;
  return null;
end $function$
;

create function taken_at_of(status_code integer, received_at timestamp with time zone, paid_at timestamp with time zone, status_since timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN COALESCE((status_code = ANY (ARRAY[102, 103, 105, 108])), false) THEN NULL::timestamp with time zone ELSE COALESCE(LEAST(received_at, paid_at), CASE WHEN (status_code = ANY (ARRAY[9, 10, 11, 106])) THEN status_since ELSE NULL::timestamp with time zone END) END
;

create function tally_awaited(was_ttns text[], was_sums bigint[], now_ids uuid[], now_ttns text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

create function tally_changed_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into order_tallies (name, amount)
  select name, sum(amount)
  from (select tab as name, 1 as amount from added where deleted_at is null
        union all select tab, -1 from removed where deleted_at is null
        union all select 'received_without_receipt', 1 from added where lacks_receipt
        union all select 'received_without_receipt', -1 from removed where lacks_receipt) changes
  group by name having sum(amount) <> 0;
  return null;
end $function$
;

create function tally_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'DELETE' then
    insert into order_tallies (name, amount)
    select tab, count(*) from added where deleted_at is null group by tab;
    insert into order_tallies (name, amount)
    select 'received_without_receipt', count(*) from added where lacks_receipt having count(*) > 0;
  end if;
  if tg_op <> 'INSERT' then
    insert into order_tallies (name, amount)
    select tab, -count(*) from removed where deleted_at is null group by tab;
    insert into order_tallies (name, amount)
    select 'received_without_receipt', -count(*) from removed where lacks_receipt having count(*) > 0;
  end if;
  return null;
end $function$
;

create function tally_parcels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_ttns text[];
  was_sums bigint[];
  now_ids uuid[];
  now_ttns text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(order_id), array_agg(ttn) into now_ids, now_ttns from added where active and awaited is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(ttn), array_agg(awaited) into was_ttns, was_sums from removed where active and awaited is not null;
  else
    select array_agg(order_id), array_agg(ttn) into now_ids, now_ttns from (
      select order_id, ttn, awaited from added where active and awaited is not null
      except select order_id, ttn, awaited from removed where active and awaited is not null) came;
    select array_agg(ttn), array_agg(awaited) into was_ttns, was_sums from (
      select order_id, ttn, awaited from removed where active and awaited is not null
      except select order_id, ttn, awaited from added where active and awaited is not null) went;
  end if;
  if was_ttns is not null or now_ttns is not null then
    perform tally_awaited(was_ttns, was_sums, now_ids, now_ttns);
  end if;
  return null;
end $function$
;

create function tell_order_of_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from orders where id = new.order_id for no key update;
  perform write_receipt_facts(new.order_id);
  return null;
end $function$
;

create function tell_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select order_id, parcel_group_of(status_code), cod_amount, paid, received_at, paid_at, status_since from added
    except
    select order_id, parcel_group_of(status_code), cod_amount, paid, received_at, paid_at, status_since from removed) then
    return null;
  end if;
  perform write_parcel_facts(array(select order_id from added));
  return null;
end $function$
;

create function write_order_documents(ids uuid[])
 RETURNS TABLE(written_id uuid, written_revision bigint)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform from order_documents where order_id = any(ids) order by order_id for no key update;
  return query
    insert into order_documents as kept (order_id, hidden, has_parcel, crm_changed, prepayment_stays, body)
    select * from order_bodies(ids)
    on conflict (order_id) do update
      set revision = kept.revision + 1, hidden = excluded.hidden, has_parcel = excluded.has_parcel,
        crm_changed = excluded.crm_changed, prepayment_stays = excluded.prepayment_stays, body = excluded.body
    returning kept.order_id, kept.revision;
end $function$
;

create function write_parcel_facts(of_orders uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update orders o set parcel_group = f.parcel_group, cod_amount = f.cod_amount, paid = f.paid, taken_at = f.taken_at
  from (
    select order_id, parcel_group_of(status_code) as parcel_group, cod_amount,
      paid and not coalesce(status_code in (102, 103, 105, 108), false) as paid,
      taken_at_of(status_code, received_at, paid_at, status_since) as taken_at
    from parcels where order_id = any (of_orders)) f
  where o.id = f.order_id
    and (o.parcel_group, o.cod_amount, o.paid, o.taken_at) is distinct from (f.parcel_group, f.cod_amount, f.paid, f.taken_at)
$function$
;

create function write_receipt_facts(of_order uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  update orders o set has_receipt = f.lives, version = o.version + case when o.has_receipt <> f.lives then 1 else 0 end,
    advance_only = f.advance_only, advance_amount = f.advance_amount, ettn_state = f.ettn_state, ettn_amount = f.ettn_amount, accepted_control = f.accepted_control,
    last_failed = f.last_failed
  from receipt_facts(of_order, (select ttn from orders where id = of_order)) f
  where o.id = of_order
    and (o.has_receipt, o.advance_only, o.advance_amount, o.ettn_state, o.ettn_amount, o.accepted_control, o.last_failed)
      is distinct from (f.lives, f.advance_only, f.advance_amount, f.ettn_state, f.ettn_amount, f.accepted_control, f.last_failed)
$function$
;
