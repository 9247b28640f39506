import { expect, test } from 'vitest'
import { toChain, toRest, type Draftable } from './draft-receipts.ts'

const row: Draftable = {
  id: '01890c5a-8e5d-7c2e-9b0c-0f4b8f2b6f10',
  number: '84211',
  ttn: '20450000000001',
  version: 1,
  deleted: false,
  goods: [{ code: 'SKU-101', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }],
  total: 120_000,
  recipient_phone: '380671112233',
  parcel: { own: true, status_code: 5, cod_amount: 100_000, cod_kind: 'payment_control', redirected_to: null },
  cash_register_id: null,
  crm_cancelled: false,
  has_receipt: false,
  ttn_taken_by: null,
  document: null,
  not_needed: null,
  advance: null,
}
const register = { id: '', is_test: false, why_not: null, payment_label: '', tax_codes: [] }

test('the relation of a chain is the number of the order with letters of its own, in both documents', () => {
  const [advance, rest] = toChain(row, register, { amount: 20_000, payment: 'cashless' })
  const relation = advance?.relation_id ?? ''
  expect(relation).toMatch(/^84211-[a-z2-9]{6}$/)
  expect(rest?.relation_id).toBe(relation)
  expect(JSON.parse(advance?.request ?? '')).toMatchObject({ custom_relation_id: relation })
  expect(JSON.parse(rest?.request ?? '')).toMatchObject({
    receiptRelationId: relation,
    receipt_body: { relationId: relation, delivery: { phone: '380671112233' } },
  })
  const again = toRest(row, register, { id: row.id, amount: 20_000, relation_id: relation })
  expect(JSON.parse(again.request)).toMatchObject({ receipt_body: { delivery: { phone: '380671112233' } } })
})
