import { describe, expect, test } from 'vitest'
import { PrepaymentRequest } from './receipts.ts'
import { cashlessLabels, whyNotLabel } from './prepayment-labels.ts'
import { fieldErrors } from './validation-messages.ts'

const request = (more: object) =>
  PrepaymentRequest.safeParse({
    order_id: '01890c5a-8e5d-7c2e-9b0c-0f4b8f2b6f10',
    amount: 20_000,
    payment: 'cashless',
    ...more,
  })
const refusal = (more: object) => fieldErrors(request(more).error?.issues ?? [])

describe('the label of an advance', () => {
  test.each([...cashlessLabels, 'Платіж через інтегратора LiqPay', ' Картка '])('may be «%s»', (label) => {
    expect(request({ label }).success).toBe(true)
  })

  test('is left out, or is the one word for cash', () => {
    for (const given of [{}, { payment: 'cash' }, { payment: 'cash', label: 'Готівка' }])
      expect(request(given).success).toBe(true)
  })

  test.each([
    'Переказ на рахунок',
    'картка',
    'Готівка',
    'Платіж через інтегратора',
    'Платіж через інтегратора  ',
    'Card',
  ])('cannot be «%s», and the refusal names those that can', (label) => {
    const [error] = refusal({ label })
    expect(error).toMatchObject({ pointer: '/label', detail: whyNotLabel('cashless', label) })
    for (const allowed of [...cashlessLabels, 'Платіж через інтегратора …']) expect(error?.detail).toContain(allowed)
  })

  test('of cash cannot be that of another payment', () => {
    expect(refusal({ payment: 'cash', label: 'Картка' })).toEqual([
      { pointer: '/label', detail: 'Для готівки назва одна: «Готівка».' },
    ])
  })
})
