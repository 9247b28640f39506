import { z } from 'zod'
import { Day, Id, Instant, Kopiykas, pageOf, pageQuery } from './common.ts'
import { RoleName } from './auth.ts'
import { secondProofs } from './factor-proof.ts'
import { CrmDecision } from './other-crm.ts'
import { receiptKinds } from './receipts.ts'

/**
 * Everything that may stand in the audit log: one action, one shape of details. Secrets have no place in any of them.
 * The subject is what the action was done to.
 */
const changes = z.record(z.string(), z.strictObject({ before: z.unknown(), after: z.unknown() }))

const acceptedSums = z.strictObject({
  order_id: Id,
  amount: z.int(),
  control: z.int().nullable(),
  fiscal: z.int().nullable(),
  reason: z.string(),
})

const payoutSums = { lines: z.int(), accepted: z.int(), commission: z.int(), transferred: z.int() }
const payout = { payee_id: Id, payee: z.string(), number: z.string(), day: Day, ...payoutSums }
/**
 * `to`: the end of the address, `to_mark`: its keyed hash, `buyers_own`: the phone of the order, `asked`: which of several requests.
 */
const copy = z.strictObject({
  order_id: Id,
  by: z.enum(['email', 'sms']),
  asked: Id,
  to: z.string(),
  to_mark: z.string(),
  buyers_own: z.boolean(),
})
const settledParcel = { ttn: z.string(), amount: z.int(), state: z.string() }
const settledLine = { register_id: Id, ttn: z.string(), accepted: z.int(), state: z.string() }

/** The first refusal of a window has none; the second entry says how many there were in all. */
const refusedCount = z.int().optional()
/** The factor that was shown for it; missing: none was required. */
const shown = { second_factor: z.enum(secondProofs).optional() }
const unproven = z.strictObject({
  session_id: Id,
  reason: z.enum(['wrong_password', 'wrong_code', 'wrong_passkey', 'throttled']),
  count: refusedCount,
})

export const auditEntries = {
  'auth.logged_in': z.strictObject({
    session_id: Id,
    user_agent: z.string(),
    /** Missing: the password was enough. */
    second_factor: z.enum(secondProofs).optional(),
  }),
  'auth.login_failed': z.strictObject({
    login: z.string(),
    reason: z.enum(['unknown_user', 'wrong_password', 'disabled', 'one_time_expired', 'wrong_code', 'wrong_passkey']),
  }),
  'auth.login_throttled': z.strictObject({ login: z.string(), seconds: z.int(), count: refusedCount }),
  'auth.logged_out': z.strictObject({ session_id: Id }),
  'auth.session_ended': z.strictObject({
    session_id: Id,
    reason: z.enum([
      'by_owner',
      'by_admin',
      'user_disabled',
      'too_many_sessions',
      'replaced',
      'factor_enrolled',
      'passkey_removed',
    ]),
  }),
  'auth.refresh_reused': z.strictObject({ session_id: Id, generation: z.int(), current_generation: z.int() }),
  'auth.password_changed': z.strictObject({ sessions_ended: z.int() }),
  'auth.reauth_failed': unproven,
  'auth.password_change_failed': unproven,
  'auth.second_factor_enrolled': z.strictObject({}),
  'auth.second_factor_removed': z.strictObject(shown),
  'auth.recovery_code_used': z.strictObject({ left: z.int() }),
  'auth.recovery_codes_renewed': z.strictObject(shown),
  'auth.passkey_added': z.strictObject({ passkey_id: Id, name: z.string() }),
  'auth.passkey_removed': z.strictObject({ passkey_id: Id, name: z.string(), ...shown }),
  'auth.reauthenticated': z.strictObject({ session_id: Id, ...shown }),
  'user.created': z.strictObject({ login: z.string(), name: z.string(), role: RoleName }),
  'user.edited': z.strictObject({ changes }),
  /** Older entries do not mention passkeys: a reset kept them. */
  'user.password_reset': z.strictObject({ sessions_ended: z.int(), passkeys_removed: z.int().optional() }),
  'user.second_factor_reset': z.strictObject({ sessions_ended: z.int() }),
  'crm.decided': z.strictObject({ ...CrmDecision.shape, present_host: z.string(), before_host: z.string() }),
  'orders.synced': z.strictObject({ added: z.int(), updated: z.int(), held: z.int() }),
  'order.updated_from_crm': z.strictObject({ changes }),
  'order.edited': z.strictObject({ changes }),
  'order.ttn_kept': z.strictObject({ number: z.string(), ttn: z.string().nullable(), crm_ttn: z.string() }),
  'order.deleted': z.strictObject({ number: z.string() }),
  'order.restored': z.strictObject({ number: z.string() }),
  'order.receipt_not_needed': z.strictObject({ number: z.string(), reason: z.string() }),
  'order.left_sale_settled': z.strictObject({ number: z.string(), ttn: z.string(), reason: z.string() }),
  'order.receipt_needed': z.strictObject({ number: z.string(), reason: z.string() }),
  'order.exported': z.strictObject({
    format: z.enum(['xlsx', 'csv']),
    rows: z.int(),
    filters: z.record(z.string(), z.unknown()),
  }),
  'audit.exported': z.strictObject({ format: z.enum(['csv', 'jsonl']), filters: z.record(z.string(), z.unknown()) }),
  'keys.rotated': z.strictObject({
    kid: z.string(),
    secrets: z.int(),
    unreadable: z.int(),
    unused: z.array(z.string()),
  }),
  'keys.forgotten': z.strictObject({ kids: z.array(z.string()) }),
  'keys.audit_rotated': z.strictObject({ kid: z.string() }),
  'keys.tokens_rotated': z.strictObject({ kid: z.string() }),
  'keys.tokens_forgotten': z.strictObject({ kids: z.array(z.string()) }),
  'audit.break_accepted': z.strictObject({
    reason: z.string(),
    found: z.strictObject({ seq: z.int().nullable(), id: z.string().nullable(), reason: z.string() }),
    /** Every place that was accepted, up to a thousand, and how many entries there are of each kind; missing in older entries. */
    breaks: z
      .strictObject({
        missing: z.int(),
        inserted: z.int(),
        changed: z.int(),
        other: z.int(),
        places: z.array(
          z.strictObject({
            what: z.enum(['missing', 'inserted', 'other', 'changed']),
            seq: z.int().nullable(),
            to_seq: z.int().optional(),
            id: z.string().nullable(),
            reason: z.string(),
          }),
        ),
      })
      .optional(),
    entries: z.int(),
    sealed_to: z.int(),
    outside: z.int(),
    alarms: z.array(z.strictObject({ kind: z.string(), since: Instant, reason: z.string() })),
    first_seq: z.int(),
  }),
  'view.saved': z.strictObject({ name: z.string() }),
  'view.forgotten': z.strictObject({ name: z.string() }),
  'backup.made': z.strictObject({ rows: z.int(), has_keys: z.boolean() }),
  /**
   * `in_doubt`: receipts that waited to be sent when the backup was made. `replaced`: the end of the audit log that the
   * backup replaced; null: not known. Missing in older entries.
   */
  'backup.restored': z.strictObject({
    made_at: Instant,
    rows: z.int(),
    in_doubt: z.int().optional(),
    replaced: z.strictObject({ seq: z.int(), hash: z.string() }).nullable().optional(),
  }),
  'register.added': z.strictObject({ name: z.string(), active: z.boolean() }),
  'register.edited': z.strictObject({
    changes,
    secrets: z.array(z.string()),
    // A person confirmed it while receipts of the cashier before were unsettled.
    other_cashier: z.literal(true).optional(),
  }),
  'register.made_default': z.strictObject({ name: z.string(), instead_of: Id.nullable() }),
  'register.deleted': z.strictObject({ name: z.string(), archived: z.boolean() }),
  'register.payee_told': z.strictObject({ before: z.string().nullable(), after: z.string().nullable() }),
  'register.checked': z.strictObject({ is_test: z.boolean().nullable(), problems: z.array(z.string()) }),
  'receipt.requested': z.strictObject({
    order_id: Id,
    kind: z.enum(['ettn', 'prepayment']),
    amount: z.int(),
    ttn: z.string(),
    batch_id: Id.nullable(),
  }),
  'receipt.moved': z.strictObject({
    order_id: Id,
    from: z.string(),
    to: z.string(),
    event: z.string(),
    attempt: z.int(),
    reason: z.string().optional(),
  }),
  'receipt.fiscalize_asked': z.strictObject({ order_id: Id, provider_id: z.string() }),
  'receipt.copy_asked': copy,
  /** Older entries name only the way. */
  'receipt.copy_sent': copy.partial({ asked: true, to: true, to_mark: true, buyers_own: true }),
  'receipt.copy_failed': copy.extend({ refused: z.boolean(), reason: z.string() }),
  'receipt.sums_accepted': acceptedSums,
  'receipt.sums_not_accepted': acceptedSums,
  'money.register_imported': z.strictObject({ ...payout, file_hash: z.string() }),
  'money.register_corrected': z.strictObject({ ...payout, file_hash: z.string(), before: z.strictObject(payoutSums) }),
  'money.register_withdrawn': z.strictObject({ ...payout, reason: z.string().nullable() }),
  'money.line_settled': z.strictObject({ ...settledLine, reason: z.string() }),
  'money.line_reopened': z.strictObject(settledLine),
  'money.parcel_settled': z.strictObject({ ...settledParcel, reason: z.string() }),
  'money.parcel_reopened': z.strictObject(settledParcel),
  'report.exported': z.strictObject({
    report: z.string(),
    from: Day,
    to: Day,
    format: z.enum(['xlsx', 'csv']),
    rows: z.int(),
  }),
  'receipt.orphan_dismissed': z.strictObject({ provider_id: z.string(), order_id: Id.nullable(), reason: z.string() }),
} as const satisfies Record<string, z.ZodType>

export type AuditAction = keyof typeof auditEntries

const ActionName = z.keyof(z.object(auditEntries))

export type AuditDetails<Action extends AuditAction> = z.infer<(typeof auditEntries)[Action]>

export const subjectTypes = [
  'user',
  'session',
  'login',
  'queue',
  'order',
  'cash_register',
  'keys',
  'backup',
  'view',
  'receipt',
  'money',
  'audit',
] as const
export type SubjectType = (typeof subjectTypes)[number]

export const AuditItem = z
  .strictObject({
    id: Id,
    at: Instant,
    actor: z.strictObject({ id: Id, login: z.string() }).nullable().describe('null: сама система'),
    action: ActionName,
    subject: z.strictObject({ type: z.enum(subjectTypes), id: z.string() }),
    details: z.record(z.string(), z.unknown()),
    address: z.string().nullable(),
    order: z
      .strictObject({ id: Id, number: z.string() })
      .optional()
      .describe('Замовлення, про яке мова; лише в переліку'),
    receipt: z
      .strictObject({ kind: z.enum(receiptKinds), amount: Kopiykas })
      .optional()
      .describe('Вид і сума чека, про який мова; лише в переліку'),
    subject_name: z.string().optional().describe('Назва каси або ім’я користувача; лише в переліку'),
  })
  .meta({ id: 'AuditItem' })
export type AuditItem = z.infer<typeof AuditItem>

export const AuditQuery = z.strictObject({
  actor: z
    .union([Id, z.string().min(1).max(64)])
    .optional()
    .describe('Ідентифікатор або логін'),
  action: ActionName.optional(),
  subject: z.string().min(1).max(100).optional().describe('Ідентифікатор об’єкта'),
  from: Day.optional(),
  to: Day.optional(),
  ...pageQuery,
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** The same filters for the whole audit log as a file. */
export const AuditExportQuery = AuditQuery.omit({ limit: true, cursor: true })
export type AuditExportQuery = z.infer<typeof AuditExportQuery>

export const AuditPage = pageOf(AuditItem)

export const AuditVerdict = z
  .strictObject({
    ok: z.boolean(),
    entries: z.int(),
    sealed_to: z.int().describe('Номер останнього запечатаного запису'),
    first_bad: z.strictObject({ seq: z.int().nullable(), id: Id.nullable(), reason: z.string() }).nullable(),
    accepted: z
      .array(z.strictObject({ at: Instant, reason: z.string(), before_seq: z.int() }))
      .optional()
      .describe('Порушення, які прийняла людина: цілим журнал є від № before_seq останнього з них'),
  })
  .meta({ id: 'AuditVerdict' })
export type AuditVerdict = z.infer<typeof AuditVerdict>
