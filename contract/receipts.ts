import { z } from 'zod'
import { Day, Id, Instant, Kopiykas, pageOf, pageQuery } from './common.ts'
import { receiptStates } from './receipt-states.ts'
import { whyNotLabel } from './prepayment-labels.ts'

export const receiptKinds = ['ettn', 'prepayment'] as const
export const payments = ['cashless', 'cash'] as const

/** Why a receipt is not where it should be, for a person. */
export const ReceiptProblem = z.strictObject({
  code: z.string(),
  detail: z.string(),
  said: z.string().optional().describe('Лише слова Checkbox, без поради, яка йде за ними в detail'),
})
export type ReceiptProblem = z.infer<typeof ReceiptProblem>

const State = z.enum(receiptStates)

export const ReceiptPrepayment = z.strictObject({
  amount: Kopiykas,
  payment: z.enum(payments),
  state: State,
  fiscal_code: z.string().nullable(),
  returned_at: Instant.nullable(),
  receipt_url: z.string().nullable(),
})

export const Person = z.strictObject({ id: Id, login: z.string() })

/** Goes into the audit log: an inspector will ask for it. */
export const ReasonRequest = z.strictObject({ reason: z.string().trim().min(3).max(500).describe('Чому') })

/** `control` and `fiscal`: which sums the person has seen; when they have changed since, nothing is accepted. */
export const AcceptSumsRequest = ReasonRequest.extend({
  control: Kopiykas.nullable().optional().describe('Контроль оплати, який бачить людина'),
  fiscal: Kopiykas.nullable().optional().describe('Сума фіскального чека, яку бачить людина'),
})
export type AcceptSumsRequest = z.infer<typeof AcceptSumsRequest>

/** Sums that may differ from the receipt's, and only these: another change is a trouble again. */
const AcceptedSums = z.strictObject({
  control: Kopiykas.nullable().describe('Контроль оплати, з яким погодилися'),
  fiscal: Kopiykas.nullable().describe('Сума фіскального чека, з якою погодилися'),
  reason: z.string(),
  at: Instant,
  by: Person.nullable(),
})

export const ReceiptEvent = z.strictObject({
  at: Instant,
  text: z.string(),
  state: State,
  actor: z.strictObject({ id: Id, login: z.string() }).nullable(),
})

const receiptFields = {
  id: Id,
  order_id: Id,
  kind: z.enum(receiptKinds),
  state: State,
  ttn: z.string(),
  cash_register: z.strictObject({ id: Id, name: z.string() }),
  amount: Kopiykas,
  prepayment: ReceiptPrepayment.nullable(),
  is_test: z.boolean(),
  attempt: z.int(),
  cancel_requested: z.boolean(),
  provider_id: z.string().nullable(),
  fiscal_code: z.string().nullable(),
  fiscalized_at: Instant.nullable(),
  returned_at: Instant.nullable(),
  receipt_url: z.string().nullable(),
  problem: ReceiptProblem.nullable(),
  sums_accepted: AcceptedSums.nullable().describe('Хто й чому погодився, що суми різні'),
  created_at: Instant,
  created_by: z.strictObject({ id: Id, login: z.string() }).nullable(),
}

export const Receipt = z.strictObject(receiptFields).meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof Receipt>

export const OneReceipt = z.strictObject({ ...receiptFields, events: z.array(ReceiptEvent) }).meta({ id: 'OneReceipt' })

/** `version`: the order as the person saw it; when it has changed since, no receipt is made. */
const seenOrder = {
  order_id: Id,
  version: z.int().min(1).optional().describe('Версія замовлення, яку бачить людина; якщо вона вже інша, чека не буде'),
}
export const CreateReceiptRequest = z.strictObject(seenOrder)
export type CreateReceiptRequest = z.infer<typeof CreateReceiptRequest>
const orderIds = z.array(Id).min(1).max(500)
export const PreflightRequest = z.strictObject({ order_ids: orderIds })
export const BulkReceiptsRequest = z
  .strictObject({
    order_ids: orderIds.optional(),
    orders: z.array(CreateReceiptRequest).min(1).max(500).optional().describe('Замість order_ids: із версіями'),
  })
  .refine(({ order_ids, orders }) => (order_ids === undefined) !== (orders === undefined), {
    path: ['orders'],
    error: 'Назвіть замовлення один раз: або в orders, або в order_ids.',
  })
export type BulkReceiptsRequest = z.infer<typeof BulkReceiptsRequest>
export const PrepaymentRequest = z
  .strictObject({
    ...seenOrder,
    amount: Kopiykas.min(1),
    payment: z.enum(payments),
    label: z
      .string()
      .trim()
      .min(1)
      .max(128)
      .optional()
      .describe('Назва оплати в чеку, з переліку дозволених; без нього — «З поточного рахунку» або «Готівка»'),
  })
  .superRefine(({ payment, label }, context) => {
    const message = label === undefined ? null : whyNotLabel(payment, label)
    if (message !== null) context.addIssue({ code: 'custom', path: ['label'], message })
  })
export type PrepaymentRequest = z.infer<typeof PrepaymentRequest>
const ProviderId = z.string().trim().min(1).max(64)
const Reason = z.string().trim().min(3).max(500)
export const AttachRequest = z.strictObject({
  provider_id: ProviderId,
  reason: Reason.optional().describe('Чому документ приймають, хоча сума в ньому інша'),
})
export const AdoptRequest = z.strictObject({
  documents: z
    .array(
      z.strictObject({
        provider_id: ProviderId,
        reason: Reason.optional().describe('Чому документ приймають, хоча сума в ньому інша'),
      }),
    )
    .min(1)
    .max(100),
})
export type AdoptRequest = z.infer<typeof AdoptRequest>
export const AdoptAnswer = z
  .strictObject({
    adopted: z.array(Receipt),
    refused: z.array(z.strictObject({ provider_id: z.string(), code: z.string(), detail: z.string() })),
  })
  .meta({ id: 'AdoptAnswer' })
export type AdoptAnswer = z.infer<typeof AdoptAnswer>
/** Stated as one pattern, so that the description and the check agree to the letter. */
const Email = z
  .string()
  .max(254)
  .regex(/^[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/, {
    error: 'Введіть адресу електронної пошти, наприклад olena@example.com.',
  })
const Phone = z.string().regex(/^\+?380\d{9}$/, { error: 'Введіть номер у вигляді 380671112233.' })
export const SendCopyRequest = z
  .strictObject({ email: Email.optional(), phone: Phone.optional() })
  .refine(({ email, phone }) => (email === undefined) !== (phone === undefined), {
    path: ['email'],
    error: 'Введіть або пошту, або телефон.',
  })
export const GiveUpRequest = z.strictObject({ reason: Reason.describe('Звідки відомо, що чека в Checkbox немає') })
export const OrphanParams = z.strictObject({ provider_id: ProviderId })
export const DismissRequest = z.strictObject({
  reason: Reason.describe('Чому документ може лишитися без чека'),
  order_id: Id.nullable()
    .optional()
    .describe('Замовлення, поруч із яким документ показано; `null`: без замовлення. Якщо тепер інше, позначки не буде'),
})

export const RefusedOrder = z.strictObject({
  order_id: Id,
  code: z.string(),
  detail: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type RefusedOrder = z.infer<typeof RefusedOrder>

export const BulkAnswer = z.strictObject({
  batch_id: Id,
  accepted: z.array(Receipt),
  refused: z.array(RefusedOrder),
})

/** What a bulk of these orders would do now; nothing is made. */
export const Preflight = z
  .strictObject({
    ready: z.int(),
    amount: Kopiykas.describe('Сума чеків, які буде створено'),
    crm_cancelled: z.int().describe('Скільки з цих замовлень скасовано в CRM'),
    refused: z.array(RefusedOrder),
  })
  .meta({ id: 'Preflight' })
export type Preflight = z.infer<typeof Preflight>

export const Batch = z
  .strictObject({
    id: Id,
    created_at: Instant,
    created_by: z.strictObject({ id: Id, login: z.string() }).nullable(),
    total: z.int(),
    accepted: z.int(),
    refused: z.array(RefusedOrder),
    counts: z.partialRecord(State, z.int()),
    finished: z.boolean(),
    items: z.array(z.strictObject({ order_id: Id, receipt_id: Id, state: State, problem: ReceiptProblem.nullable() })),
  })
  .meta({ id: 'Batch' })

export const ReceiptListQuery = z.strictObject({
  state: State.optional(),
  cash_register_id: Id.optional(),
  from: Day.optional(),
  to: Day.optional(),
  ...pageQuery,
})
export type ReceiptListQuery = z.infer<typeof ReceiptListQuery>
export const ReceiptPage = pageOf(Receipt)
