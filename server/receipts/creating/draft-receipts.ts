import { receiptSums } from '#/contract/receipt-sums.ts'
import type { RegisterForReceipts } from '#/server/cash-registers/reading/register-for-receipts.ts'
import { toEttnBody, toPrepaymentBody, toRestBody } from '#/server/integrations/fiscal/ettn-body.ts'
import { newId } from '#/server/platform/random.ts'
import type { Advance, CandidateRow } from './candidate-store.ts'
import { toRelationId } from '../machine/relation-id.ts'
import type { NewReceipt } from '../machine/store.ts'

export interface Prepaid {
  amount: number
  payment: 'cashless' | 'cash'
  label?: string | undefined
}

type Draft = Pick<
  NewReceipt,
  'id' | 'kind' | 'document_kind' | 'amount' | 'payment' | 'relation_id' | 'prepayment_id' | 'request'
>

/** A receipt is of a parcel: an order without a TTN was refused before. */
export type Draftable = CandidateRow & { ttn: string }

export function toPlain(row: Draftable, { payment_label, tax_codes }: RegisterForReceipts): Draft {
  const { discount, control } = receiptSums(row)
  const request = toEttnBody({
    goods: row.goods,
    discount_total: discount,
    amount: control,
    ttn: row.ttn,
    phone: row.recipient_phone,
    payment_label,
    tax_codes,
  })
  const nothing = { payment: null, relation_id: null, prepayment_id: null }
  return { id: newId(), kind: 'ettn', document_kind: 'ettn', amount: control, request, ...nothing }
}

/** The advance first, the rest after it; both carry one relation id, which is ours. */
export function toChain(row: Draftable, { payment_label, tax_codes }: RegisterForReceipts, prepaid: Prepaid): Draft[] {
  const { discount } = receiptSums(row, prepaid.amount)
  const [id, rest_id] = [newId(), newId()]
  const relation_id = toRelationId(row.number)
  const advance: Draft & { relation_id: string } = {
    id,
    kind: 'prepayment',
    document_kind: 'prepayment',
    amount: prepaid.amount,
    payment: prepaid.payment,
    relation_id,
    prepayment_id: null,
    request: toPrepaymentBody({
      id,
      relation_id,
      goods: row.goods,
      discount_total: discount,
      amount: prepaid.amount,
      payment: prepaid.payment,
      ...(prepaid.label !== undefined && { label: prepaid.label }),
      phone: row.recipient_phone,
      tax_codes,
    }),
  }
  return [advance, { ...toRest(row, { payment_label }, advance), id: rest_id }]
}

/** What remains to pay after an advance. A rest that is made again carries the same relation id. */
export function toRest(
  row: Draftable,
  { payment_label }: Pick<RegisterForReceipts, 'payment_label'>,
  { id: prepayment_id, amount: prepaid, relation_id }: Pick<Advance, 'id' | 'amount' | 'relation_id'>,
): Draft {
  const { control: amount } = receiptSums(row, prepaid)
  const request = toRestBody({ relation_id, amount, ttn: row.ttn, payment_label, phone: row.recipient_phone })
  const named = { relation_id, prepayment_id, payment: null, request }
  return { id: newId(), kind: 'ettn', document_kind: 'ettn_rest', amount, ...named }
}
