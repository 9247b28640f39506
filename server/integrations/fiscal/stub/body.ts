import { z } from 'zod'
import { formatMoney } from '#/contract/money.ts'
import { parseJson } from '#/server/platform/parse-json.ts'
import type { DocumentKind, SendOutcome } from '../ettn-client.ts'
import { failureOf } from '../failure-words.ts'

/** What a body asks for. `id`: our own, which only a prepayment has. `total`: of the goods; null: no goods in it. */
export interface StubDraft {
  id: string | null
  ttn: string | null
  relation_id: string | null
  amount: number
  total: number | null
}

/** Below 10¹¹ kopiykas, above nothing: bounds of the published API. */
const money = z.int().min(1).max(99_999_999_999)
const Discount = z.object({
  type: z.enum(['DISCOUNT', 'EXTRA_CHARGE', 'PRE_PAYMENT']),
  mode: z.enum(['VALUE', 'PERCENT']),
  value: z.number().min(0),
})
const Line = z.object({
  good: z.object({ code: z.string().min(1).max(256), name: z.string().min(1), price: money }),
  quantity: z.int().min(1),
  is_return: z.literal(false),
  discounts: z.array(Discount).default([]),
})
const sold = { goods: z.array(Line).min(1), discounts: z.array(Discount).default([]) }
interface Sold {
  goods: z.infer<typeof Line>[]
  discounts: z.infer<typeof Discount>[]
}
/** `rounding` must be given: it is on by default, and would move the sum away from the payment control. */
const waybill = {
  payments: z.tuple([z.object({ type: z.literal('ETTN'), value: money, ettn: z.string().min(12).max(28) })]),
  rounding: z.literal(false),
}
const relation = z.string().min(10).max(256)

const Ettn = z
  .object({ receipt_body: z.object({ ...sold, ...waybill }) })
  .transform(({ receipt_body: { payments, ...given } }) => toDraft(payments[0], { total: sumOf(given) }))
const EttnRest = z
  .object({ receiptRelationId: relation, receipt_body: z.object({ relationId: relation, ...waybill }) })
  .refine(({ receiptRelationId, receipt_body }) => receiptRelationId === receipt_body.relationId)
  .transform(({ receiptRelationId, receipt_body: { payments } }) =>
    toDraft(payments[0], { relation_id: receiptRelationId }),
  )
const Prepayment = z
  .object({
    id: z.uuid(),
    custom_relation_id: relation,
    ...sold,
    payments: z.array(z.object({ type: z.enum(['CASH', 'CASHLESS']), value: money })).min(1),
  })
  .transform(({ id, custom_relation_id, payments, ...given }) =>
    toDraft(
      { value: payments.reduce((sum, { value }) => sum + value, 0) },
      { id: id.toLowerCase(), relation_id: custom_relation_id, total: sumOf(given) },
    ),
  )

const toDraft = ({ value, ettn = null }: { value: number; ettn?: string | null }, more: Partial<StubDraft>) => ({
  id: null,
  relation_id: null,
  total: null,
  ...more,
  ttn: ettn,
  amount: value,
})

const readers: Record<DocumentKind, z.ZodType<StubDraft>> = { ettn: Ettn, ettn_rest: EttnRest, prepayment: Prepayment }

const off = ({ type, mode, value }: z.infer<typeof Discount>, sum: number): number =>
  Math.round(mode === 'VALUE' ? value : (sum * value) / 100) * (type === 'EXTRA_CHARGE' ? -1 : 1)
const without = (sum: number, discounts: z.infer<typeof Discount>[]): number =>
  discounts.reduce((rest, discount) => rest - off(discount, sum), sum)

/** Each line is rounded by itself, as the provider does. */
const sumOf = ({ goods, discounts }: Sold): number =>
  without(
    goods.reduce((sum, line) => sum + without(Math.round((line.good.price * line.quantity) / 1000), line.discounts), 0),
    discounts,
  )

/** The draft, or what the provider would say of such a body. */
export function readStubBody(
  kind: DocumentKind,
  body: string,
): { draft: StubDraft; outcome: null } | { draft: null; outcome: SendOutcome } {
  const { data: draft, error } = readers[kind].safeParse(parseJson(body))
  if (draft === undefined) {
    const [where] = error.issues.map(({ path }) => path.join('.') || '—')
    return no({
      kind: 'refused',
      failure: failureOf('refused', `Тестова каса не прийняла запиту: неправильне поле ${where}`),
      code: 'validation.custom',
    })
  }
  const { amount, total } = draft
  if (kind === 'ettn' && total !== amount)
    return no(
      answered(
        `Сума товарів зі знижками ${formatMoney(total ?? 0)} відрізняється від суми оплати ${formatMoney(amount)}`,
      ),
    )
  if (kind === 'prepayment' && amount >= (total ?? 0))
    return no(answered(`Передоплата ${formatMoney(amount)} має бути меншою за суму товарів ${formatMoney(total ?? 0)}`))
  return { draft, outcome: null }
}

const no = (outcome: SendOutcome) => ({ draft: null, outcome })

export const answered = (detail: string): SendOutcome => ({
  kind: 'answered',
  failure: failureOf('refused', detail),
  code: null,
})
