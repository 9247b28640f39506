import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '#/contract/errors.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { startReceiptDesk, type ParcelFacts } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { kasyr, cashier, admin } = desk

const goods = [{ code: 'A', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }]
const money = (text: string): string => text.replaceAll(' ', '\u00a0')

describe('a refusal', () => {
  const refusals: [ErrorCode, number, string, Partial<CrmOrder>, Partial<ParcelFacts>][] = [
    ['receipt.no_ttn', 422, 'Введіть ТТН', { ttn: null }, {}],
    ['receipt.not_bound', 409, 'Спитайте Нову пошту ще раз', {}, { own: null, cash_register_id: null }],
    ['receipt.not_ours', 422, 'Перевірте ТТН', {}, { own: false, cash_register_id: null }],
    ['receipt.parcel_refused', 422, 'Чек не потрібен', {}, { status_code: 103 }],
    ['receipt.parcel_deleted', 422, 'Введіть нову ТТН', {}, { status_code: 2 }],
    ['receipt.money_transfer', 422, 'Переоформте накладну', {}, { cod_kind: 'money_transfer' }],
    ['receipt.no_payment_control', 422, 'Додайте контроль оплати', {}, { cod_kind: null }],
    ['receipt.no_goods', 422, 'Додайте хоча б один', { goods: [] }, {}],
    [
      'receipt.zero_price',
      422,
      'Приберіть цей рядок або поставте ціну 0,01',
      { goods: [...goods, { ...goods[0], code: 'B', name: 'Подарунок', price: 0, quantity: 1000, discount: 0 }] },
      {},
    ],
    [
      'receipt.goods_below_total',
      422,
      money('Товарів на 1 200,00 ₴, а сума замовлення 1 500,00 ₴'),
      { goods, total: 150_000 },
      {},
    ],
    [
      'receipt.sum_mismatch',
      422,
      money('До сплати 1 200,00 ₴, а контроль оплати в накладній 1 250,00 ₴: різниця 50,00 ₴'),
      {},
      { cod_amount: 125_000 },
    ],
  ]

  test.each(refusals)('%s is %i, says «%s» and leaves nothing behind', async (code, status, remedy, changes, facts) => {
    const order_id = await desk.order(changes, facts)
    const { body, ...answer } = await cashier.post('/receipts', { order_id })
    expect([answer.status, body.code]).toEqual([status, code])
    expect(body.detail.replaceAll(/\s/g, '\u00a0')).toContain(money(remedy))
    expect(await desk.receiptsOf(order_id)).toEqual([])
  })

  test('order.not_found is for an order that is hidden, and for one that never was', async () => {
    const order_id = await desk.order()
    await cashier.delete(`/orders/${order_id}`)
    for (const id of [order_id, '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await cashier.post('/receipts', { order_id: id })
      expect([status, body.code]).toEqual([404, 'order.not_found'])
    }
  })

  test('receipt.exists is for a second one', async () => {
    const order_id = await desk.order()
    await desk.receipt(order_id)
    const { status, body } = await cashier.post('/receipts', { order_id })
    expect([status, body.code]).toEqual([409, 'receipt.exists'])
    expect(body.detail).toContain('лише коли цей скасовано')
  })

  test('receipt.ttn_taken names the order that has the receipt', async () => {
    const ttn = '20450009990001'
    const [first, second] = [await desk.order({ ttn }), await desk.order({ ttn })]
    await desk.receipt(first)
    const { status, body } = await cashier.post('/receipts', { order_id: second })
    expect([status, body.code]).toEqual([409, 'receipt.ttn_taken'])
    expect(body.detail).toContain((await desk.readOrder(first)).number)
  })

  test('receipt.register_unusable and receipt.register_unchecked say what to do about the register', async () => {
    const unusable = await desk.addRegister({ license_key: 'bad-license-key' })
    const { body: bad } = await cashier.post('/receipts', {
      order_id: await desk.order({}, { cash_register_id: unusable }),
    })
    expect([bad.status, bad.code]).toEqual([409, 'receipt.register_unusable'])
    expect(bad.detail).toContain('Скопіюйте ключ із кабінету Checkbox')
    await kasyr.db
      .updateTable('cash_registers')
      .set({ health: null, is_test: null })
      .where('id', '=', unusable)
      .execute()
    const { body: unchecked } = await cashier.post('/receipts', {
      order_id: await desk.order({}, { cash_register_id: unusable }),
    })
    expect([unchecked.status, unchecked.code]).toEqual([409, 'receipt.register_unchecked'])
    expect(unchecked.detail).toContain('Перевірте з’єднання на сторінці кас')
    await admin.patch(`/cash-registers/${unusable}`, { active: false })
    const { body: off } = await cashier.post('/receipts', {
      order_id: await desk.order({}, { cash_register_id: unusable }),
    })
    expect([off.status, off.code]).toEqual([409, 'receipt.register_unusable'])
    expect(off.detail).toContain('Увімкніть її')
  })
})
