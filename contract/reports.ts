import { z } from 'zod'
import { Day, Id, Instant, pageQuery } from './common.ts'
import { paymentStates } from './parcel-payments.ts'
import { lineStates } from './payouts.ts'

/**
 * What is counted for a period, by the day each thing happened in Kyiv. `waiting` is no sum of days but what was open when the period
 * ended. Of `sum_differs` the amount is the difference, of the others the money. `z_report` counts the shifts that ended, with what was sold in
 * them by the provider's own report under the labels we use; `z_difference` those in which it is not what we counted, with the report less ours.
 */
export const reportMetrics = [
  'created',
  'fiscalized',
  'cancelled',
  'waiting',
  'refused',
  'returned',
  'paid',
  'accepted',
  'commission',
  'transferred',
  'no_receipt',
  'late',
  'sum_differs',
  'other_payee',
  'z_report',
  'z_difference',
] as const
export type ReportMetric = (typeof reportMetrics)[number]

export const reportSteps = ['day', 'week', 'month', 'all'] as const
export type ReportStep = (typeof reportSteps)[number]

export const reportFormats = ['json', 'xlsx', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** `none`: what belongs to no known owner, such as a transfer for a TTN without an order. */
const OrNone = z.union([Id, z.literal('none')])

const longestDays = 5 * 366
const dayMs = 86_400_000
const daysOf = ({ from, to }: { from: string; to: string }): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

const period = {
  from: Day.describe('Перший день періоду в Києві'),
  to: Day.describe('Останній день періоду'),
  cash_register_id: OrNone.optional(),
  payee_id: OrNone.optional(),
}
export interface ReportPeriod {
  from: string
  to: string
  cash_register_id?: string | undefined
  payee_id?: string | undefined
}

/** `refine` would hide that the object is strict; the verb checks the length. */
export const whyNotPeriod = (asked: ReportPeriod & { step?: ReportStep | undefined }): string | null => {
  const days = daysOf(asked)
  if (days < 1) return 'Період має закінчуватися не раніше, ніж починається.'
  if (days > longestDays) return 'Період має бути не довший за п’ять років.'
  return asked.step === 'day' && days > 400 ? 'За днями — не більше 400 днів. Виберіть тижні або місяці.' : null
}

const Figure = z.strictObject({ count: z.int(), amount: z.int().describe('Копійки') })
export type Figure = z.infer<typeof Figure>
const Figures = z.strictObject({
  created: Figure,
  fiscalized: Figure,
  cancelled: Figure,
  waiting: Figure,
  refused: Figure,
  returned: Figure,
  paid: Figure,
  accepted: Figure,
  commission: Figure,
  transferred: Figure,
  no_receipt: Figure,
  late: Figure,
  sum_differs: Figure,
  other_payee: Figure,
  z_report: Figure,
  z_difference: Figure,
} satisfies Record<ReportMetric, z.ZodType>)
export type Figures = z.infer<typeof Figures>
const Named = z.strictObject({ id: Id, name: z.string() })

export const SummaryQuery = z.strictObject({
  ...period,
  step: z.enum(reportSteps).default('day'),
  format: z.enum(reportFormats).default('json'),
})
export type SummaryQuery = z.infer<typeof SummaryQuery>

const SummaryRow = z.strictObject({
  from: Day,
  to: Day,
  cash_register: Named.nullable(),
  payee: Named.nullable(),
  figures: Figures,
})
export type SummaryRow = z.infer<typeof SummaryRow>

export const SummaryReport = z
  .strictObject({
    rows: z.array(SummaryRow).describe('Рядок на проміжок, касу й одержувача'),
    payees: z
      .array(z.strictObject({ payee: Named.nullable(), figures: Figures }))
      .describe('Разом за кожним одержувачем'),
    total: Figures,
  })
  .meta({ id: 'SummaryReport' })
export type SummaryReport = z.infer<typeof SummaryReport>

export const ReportRowsQuery = z.strictObject({ ...period, ...pageQuery, metric: z.enum(reportMetrics) })
export type ReportRowsQuery = z.infer<typeof ReportRowsQuery>

/** One thing behind a number: the amounts of all of them are the number. */
const ReportRow = z.strictObject({
  id: z.string(),
  day: Day,
  order: z.strictObject({ id: Id, number: z.string() }).nullable(),
  ttn: z.string().nullable(),
  cash_register: Named.nullable(),
  payee: Named.nullable(),
  amount: z.int(),
})
export type ReportRow = z.infer<typeof ReportRow>
export const ReportRows = z
  .strictObject({ items: z.array(ReportRow), next_cursor: z.string().nullable(), total: Figure })
  .meta({ id: 'ReportRows' })
export type ReportRows = z.infer<typeof ReportRows>

export const ChartsQuery = z.strictObject(period)

export const DifferencesQuery = z.strictObject({
  ...period,
  open: z.enum(['true', 'false', 'all']).default('true').describe('true: лише те, що чекає на рішення'),
  format: z.enum(reportFormats).default('json'),
})
export type DifferencesQuery = z.infer<typeof DifferencesQuery>

/** A transfer or a paid parcel that does not agree. */
const Difference = z.strictObject({
  kind: z.enum(['line', 'parcel']),
  id: Id.describe('Рядок реєстру або замовлення посилки'),
  state: z.union([z.enum(lineStates), z.enum(paymentStates)]),
  why: z.string().nullable(),
  ttn: z.string(),
  order: z.strictObject({ id: Id, number: z.string() }).nullable(),
  cash_register: Named.nullable(),
  receipt_payee: Named.nullable(),
  payout_payee: Named.nullable(),
  day: Day.describe('День переказу, а без нього — день оплати'),
  receipt: z
    .strictObject({ amount: z.int(), fiscal_code: z.string().nullable(), fiscalized_at: Instant.nullable() })
    .nullable(),
  register: z.strictObject({ id: Id, number: z.string(), day: Day }).nullable().describe('Реєстр переказів'),
  accepted: z.int().nullable(),
  commission: z.int().nullable(),
  transferred: z.int().nullable(),
  difference: z.int().nullable(),
  days: z.int().describe('Скільки днів минуло'),
  settled: z.strictObject({ reason: z.string(), at: Instant, by: z.string().nullable() }).nullable(),
})
export type Difference = z.infer<typeof Difference>
export const DifferencesReport = z
  .strictObject({ items: z.array(Difference), count: z.int().describe('Скільки всього; показано не більше 5000') })
  .meta({ id: 'DifferencesReport' })
export type DifferencesReport = z.infer<typeof DifferencesReport>

export const AccountantQuery = z.strictObject({ ...period, format: z.enum(reportFormats).default('json') })
export type AccountantQuery = z.infer<typeof AccountantQuery>

const accountantSums = {
  receipts: z.int().describe('Фіскальні чеки дня'),
  returned: z.int().describe('Повернено покупцям'),
  accepted: z.int(),
  commission: z.int(),
  transferred: z.int(),
  income_by_receipts: z.int().describe('Дохід за датою чека: чеки мінус повернення'),
  income_by_transfers: z.int().describe('Дохід за датою переказу: прийнято, разом із комісією'),
  carried_over: z.int().describe('З прийнятого — за посилки, оплачені минулого місяця'),
}
export const AccountantReport = z
  .strictObject({
    rows: z.array(z.strictObject({ day: Day, payee: Named.nullable(), ...accountantSums })),
    total: z.strictObject(accountantSums),
  })
  .meta({ id: 'AccountantReport' })
export type AccountantReport = z.infer<typeof AccountantReport>

export const CloseQuery = z.strictObject({ day: Day.optional().describe('Типово — учора, у Києві') })
export type CloseQuery = z.infer<typeof CloseQuery>

export const closeKinds = [
  'received_without_receipt',
  'paid_not_fiscal',
  'receipt_sums_differ',
  'receipt_attention',
  'receipt_failed',
  'unbound_received',
  'fiscal_without_code',
  'return_due',
  'ttn_differs',
  'transfer_no_receipt',
  'transfer_sum_differs',
  'transfer_other_payee',
  'transfer_unknown_ttn',
  'transfer_duplicate',
  'money_late',
  'shift_less_than_ours',
] as const
export type CloseKind = (typeof closeKinds)[number]

/** Whether everything up to the end of a day is settled, and what is not. */
export const CloseReport = z
  .strictObject({
    day: Day,
    settled: z.boolean(),
    open: z
      .array(z.strictObject({ kind: z.enum(closeKinds), count: z.int(), amount: z.int(), oldest: Day }))
      .describe('Що не залагоджено, найдавніше спершу'),
    figures: Figures.describe('Що відбулося цього дня'),
  })
  .meta({ id: 'CloseReport' })
export type CloseReport = z.infer<typeof CloseReport>
