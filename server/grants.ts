import type { Grants } from './platform/database/roles/rights.ts'

/**
 * What the role that serves requests may do, table by table. A table that is not named here is closed to the service, and
 * `test/attack/database-roles.test.ts` says so. Give only what the running service needs: what migrations, restoring and
 * the rotation of keys need, the owner does (`database.owner()`).
 */
const read = ['SELECT'] as const
const append = ['SELECT', 'INSERT'] as const
const keep = ['SELECT', 'INSERT', 'UPDATE'] as const
const queue = ['SELECT', 'INSERT', 'DELETE'] as const
const all = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
const none = [] as const

export const grants: Grants = {
  public: {
    // Only the owner ends an alarm (`kasyr audit accept`).
    audit_alarms: append,
    audit_checkpoints: keep,
    audit_log: append,
    audit_seals: append,
    audit_unsealed: queue,
    authenticators: all,
    cash_registers: all,
    clock_readings: all,
    credentials: all,
    crm_sync: keep,
    crm_unreadable: all,
    events: queue,
    idempotency_keys: all,
    kysely_migration: read,
    kysely_migration_lock: read,
    left_sales: keep,
    login_failures: all,
    order_documents: keep,
    order_tallies: all,
    order_sources: keep,
    orders: keep,
    orders_unjudged: queue,
    parcel_steps: append,
    parcels: all,
    passkey_challenges: all,
    passkeys: all,
    parcel_decisions: all,
    parcel_payments: all,
    payees: all,
    payout_lines: all,
    payouts: queue,
    provider_documents: keep,
    provider_pictures: keep,
    receipt_batches: keep,
    receipt_events: append,
    receipt_incidents: keep,
    receipt_moves: read,
    receipt_senders: keep,
    receipts: keep,
    recovery_codes: all,
    refresh_tokens: all,
    saved_views: all,
    sessions: all,
    // The audit key lives here: the service makes it once and never replaces it.
    settings: append,
    sql_code: read,
    stub_documents: all,
    stub_shifts: all,
    users: keep,
    withdrawn_payouts: append,
    z_reports: keep,
  },
  // pg-boss at run time, without its migrations, schedules, events, stored warnings and statistics.
  pgboss: {
    bam: none,
    job: all,
    job_common: all,
    job_dependency: ['SELECT', 'DELETE'],
    queue: ['SELECT', 'UPDATE'],
    queue_stats: none,
    schedule: none,
    subscription: none,
    version: ['SELECT', 'UPDATE'],
    warning: none,
  },
}
