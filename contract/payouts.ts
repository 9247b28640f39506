import { z } from 'zod'
import { Day, Id, Instant, pageOf, pageQuery } from './common.ts'

/**
 * Payout lists: what NovaPay says it has paid out, parcel by parcel. A `Payout` is one list, which is one bank payment. «Register» means
 * a cash register everywhere but in what outside programs and stored data already name: the paths `/money/registers`, the fields
 * `register` and `register_id`, the error codes and audit actions `money.register_…`. People know a list as «реєстр переказів».
 */
export const payoutForms = ['xlsx', 'csv'] as const
export type PayoutForm = (typeof payoutForms)[number]

/**
 * What a line of a payout list means, the first that fits: `duplicate`: the same operation stands in an earlier line.
 * `returned`: money went back to the buyer, or the receipt was returned. `unknown_ttn`: no order, or more than one that
 * could be meant. `other_payee`: the receipt belongs to another payee than the money. `no_receipt`: the money has no
 * fiscal receipt. `sum_differs`: the receipt has another sum than all lines of the TTN together.
 */
export const lineStates = [
  'duplicate',
  'returned',
  'unknown_ttn',
  'other_payee',
  'no_receipt',
  'sum_differs',
  'matched',
] as const
export type LineState = (typeof lineStates)[number]

/** A person must act on a line in one of these states, until it changes or is settled. */
export const openLineStates = [
  'duplicate',
  'unknown_ttn',
  'other_payee',
  'no_receipt',
  'sum_differs',
] as const satisfies readonly LineState[]

/**
 * Why there is no fiscal receipt: none at all, one that waits, one in doubt, only dead ones, or a person decided that
 * none is needed.
 */
export const noReceiptReasons = ['none', 'waiting', 'in_doubt', 'cancelled', 'not_needed'] as const
export type NoReceiptReason = (typeof noReceiptReasons)[number]

/** NovaPay takes at most 399 999 UAH for a parcel; a list of 20 000 of them still fits. */
const SignedKopiykas = z
  .int()
  .min(-1_000_000_000_000)
  .max(1_000_000_000_000)
  .describe('Копійки; повернене — зі знаком мінус')

const Sums = {
  accepted: SignedKopiykas.describe('Прийнято від покупців, у копійках'),
  commission: SignedKopiykas.describe('Утримана комісія, у копійках'),
  transferred: SignedKopiykas.describe('Перераховано, у копійках'),
}
export interface PayoutSums {
  accepted: number
  commission: number
  transferred: number
}

export const Payee = z
  .strictObject({
    id: Id,
    name: z.string(),
    tax_number: z.string().nullable().describe('РНОКПП або ЄДРПОУ, як його назвав Checkbox; null: не відомо'),
    accounts: z.array(z.string()).describe('Рахунки з реєстрів, що вже були'),
    cash_registers: z.array(z.strictObject({ id: Id, name: z.string() })).describe('Каси цього одержувача'),
  })
  .meta({ id: 'Payee' })
export type Payee = z.infer<typeof Payee>
export const PayeeList = z.strictObject({ items: z.array(Payee) }).meta({ id: 'PayeeList' })
export type PayeeList = z.infer<typeof PayeeList>

const NamedPayee = z.strictObject({ id: Id, name: z.string() })
const StateCounts = z
  .strictObject({
    duplicate: z.int(),
    returned: z.int(),
    unknown_ttn: z.int(),
    other_payee: z.int(),
    no_receipt: z.int(),
    sum_differs: z.int(),
    matched: z.int(),
  } satisfies Record<LineState, z.ZodType>)
  .describe('Скільки рядків у кожному стані')

export const Payout = z
  .strictObject({
    id: Id,
    payee: NamedPayee,
    number: z.string(),
    day: Day,
    account: z.string().nullable(),
    ...Sums,
    lines: z.int(),
    states: StateCounts,
    open: z.int().describe('Скільки рядків ще чекають на людину'),
    form: z.enum(payoutForms),
    file_name: z.string(),
    imported_at: Instant,
    imported_by: z.string().nullable().describe('Логін; null: завантажено командою kasyr money import'),
  })
  .meta({ id: 'MoneyRegister' })
export type Payout = z.infer<typeof Payout>

export const PayoutListQuery = z.strictObject({
  ...pageQuery,
  payee_id: Id.optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type PayoutListQuery = z.infer<typeof PayoutListQuery>
export const PayoutList = pageOf(Payout)
export type PayoutList = z.infer<typeof PayoutList>

/** What the file does not say and a person must. */
export const payoutQuestions = ['payee', 'number', 'day', 'totals', 'replace'] as const
export type PayoutQuestion = (typeof payoutQuestions)[number]

/** The fields of the form that carries the file; each answers one question. */
export const PayoutAnswers = z.strictObject({
  payee_id: z
    .union([Id, z.literal('new')])
    .optional()
    .describe('Чиї це гроші; new: одержувач із файлу, якого ще немає'),
  number: z
    .string()
    .trim()
    .regex(/^\d{1,20}$/, { error: 'Лише цифри.' })
    .optional(),
  day: Day.regex(/^20(?:1[5-9]|[2-9]\d)-/, { error: 'Рік має бути від 2015 до 2099.' }).optional(),
  totals_confirmed: z.literal('true').optional().describe('Суми файлу без рядка «Всього» перевірено'),
  replaces: Id.optional().describe('Цей файл виправляє реєстр, який уже завантажено'),
})
export type PayoutAnswers = z.infer<typeof PayoutAnswers>

export const PayoutUploadQuery = z.strictObject({
  preview: z.enum(['true', 'false']).default('false').describe('true: лише показати, що у файлі; нічого не змінюється'),
})

export const PayoutPreview = z
  .strictObject({
    outcome: z.enum(['new', 'same', 'correction']).describe('same: такий реєстр уже є, завантажувати немає чого'),
    file_name: z.string(),
    form: z.enum(payoutForms),
    number: z.string().nullable(),
    day: Day.nullable(),
    account: z.string().nullable(),
    payee_name: z.string().nullable().describe('Одержувач, як його названо у файлі'),
    payee: NamedPayee.nullable().describe('Одержувач, якого впізнано; null: треба вибрати'),
    asks: z.array(z.enum(payoutQuestions)).describe('Про що ще треба сказати, перш ніж завантажити'),
    ...Sums,
    lines: z.int(),
    states: StateCounts,
    notes: z.array(z.string()).describe('Що у файлі незвичного, реченнями'),
    correction: z
      .strictObject({
        register: Payout,
        added: z.int(),
        removed: z.int(),
        changed: z.int(),
      })
      .nullable()
      .describe('Реєстр, який цей файл виправляє, і скільки рядків додано, зникло, змінено'),
  })
  .meta({ id: 'MoneyRegisterPreview' })
export type PayoutPreview = z.infer<typeof PayoutPreview>

export const WithdrawPayoutRequest = z.strictObject({ reason: z.string().trim().min(1).max(500).optional() }).nullish()
export type WithdrawPayoutRequest = z.infer<typeof WithdrawPayoutRequest>

const withdrawnFields = {
  id: Id.describe('Запису про вилучення; один реєстр могли виправити кілька разів'),
  register_id: Id.describe('Яким його знали, доки він діяв; виправлений діє під ним далі'),
  payee: z.string().describe('Назва одержувача, якою вона була'),
  number: z.string(),
  day: Day,
  account: z.string().nullable(),
  ...Sums,
  lines: z.int(),
  form: z.enum(payoutForms),
  file_name: z.string(),
  imported_at: Instant,
  imported_by: z.string().nullable().describe('Логін; null: завантажено командою kasyr money import'),
  is_corrected: z.boolean().describe('true: його замінив новий файл; false: його вилучила людина'),
  withdrawn_at: Instant,
  withdrawn_by: z.string().nullable().describe('Логін; null: виправлено командою kasyr money import'),
  reason: z.string().nullable(),
}

export const WithdrawnPayout = z.strictObject(withdrawnFields).meta({ id: 'WithdrawnMoneyRegister' })
export type WithdrawnPayout = z.infer<typeof WithdrawnPayout>
export const WithdrawnPayoutQuery = z.strictObject(pageQuery)
export type WithdrawnPayoutQuery = z.infer<typeof WithdrawnPayoutQuery>
export const WithdrawnPayoutList = pageOf(WithdrawnPayout)
export type WithdrawnPayoutList = z.infer<typeof WithdrawnPayoutList>

const Settled = z.strictObject({ reason: z.string(), at: Instant, by: z.string().nullable() }).nullable()

export const PayoutLine = z
  .strictObject({
    id: Id,
    register: z.strictObject({ id: Id, number: z.string(), day: Day, payee: NamedPayee }),
    position: z.int(),
    ttn: z.string(),
    day: Day.describe('День перерахунку'),
    ...Sums,
    operation_id: z.string().nullable(),
    order_ref: z.string().nullable().describe('Номер замовлення, як його названо в реєстрі'),
    state: z.enum(lineStates),
    why: z.enum(noReceiptReasons).nullable().describe('Чому чека немає; null в інших станах'),
    order: z.strictObject({ id: Id, number: z.string() }).nullable(),
    receipt: z
      .strictObject({ id: Id, amount: z.int(), fiscal_code: z.string().nullable(), fiscalized_at: Instant.nullable() })
      .nullable()
      .describe('Чек, який стоїть за ці гроші'),
    receipt_payee: NamedPayee.nullable().describe('Одержувач каси, що видала чек'),
    difference: z.int().nullable().describe('Прийнято за ТТН мінус сума чека, у копійках; null: немає з чим порівняти'),
    settled: Settled.describe('Людина вирішила, що робити нічого не треба; діє, доки стан рядка той самий'),
  })
  .meta({ id: 'MoneyLine' })
export type PayoutLine = z.infer<typeof PayoutLine>

/** As it was when its list was withdrawn; it is not judged any more. */
export const WithdrawnLine = z
  .strictObject({
    is_withdrawn: z.literal(true).describe('Цього рядка немає в жодному підсумку'),
    position: z.int(),
    ttn: z.string(),
    day: Day.describe('День перерахунку'),
    ...Sums,
    operation_id: z.string().nullable(),
    order_ref: z.string().nullable().describe('Номер замовлення, як його названо в реєстрі'),
    state: z.enum(lineStates).describe('Стан, у якому рядок був востаннє'),
    settled: Settled.describe('Що на той час вирішила про рядок людина'),
  })
  .meta({ id: 'WithdrawnMoneyLine' })
export type WithdrawnLine = z.infer<typeof WithdrawnLine>
export const OneWithdrawnPayout = z
  .strictObject({ ...withdrawnFields, items: z.array(WithdrawnLine).describe('Усі рядки в порядку реєстру') })
  .meta({ id: 'OneWithdrawnMoneyRegister' })
export type OneWithdrawnPayout = z.infer<typeof OneWithdrawnPayout>

export const PayoutLineQuery = z.strictObject({
  ...pageQuery,
  register_id: Id.optional(),
  payee_id: Id.optional(),
  state: z.enum(lineStates).optional(),
  open: z.enum(['true', 'false']).optional().describe('true: лише ті, що чекають на людину; false: лише решта'),
  ttn: z.string().trim().max(40).optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type PayoutLineQuery = z.infer<typeof PayoutLineQuery>
export const PayoutLineList = pageOf(PayoutLine)
export type PayoutLineList = z.infer<typeof PayoutLineList>

export const SettleRequest = z.strictObject({ reason: z.string().trim().min(1).max(500) })
export type SettleRequest = z.infer<typeof SettleRequest>
