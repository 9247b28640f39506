import { expect, test } from 'vitest'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { startReceiptDesk } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const unable = async () => (await desk.cashier.get<ReceiptAlarms>('/receipts/alarms')).body.registers

test('a switched-off register is told while it holds queued receipts or parcels that may be paid', async () => {
  const id = await desk.addRegister()
  const order_id = await desk.order({}, { cash_register_id: id })
  const receipt = await desk.receipt(order_id)
  expect((await desk.admin.patch(`/cash-registers/${id}`, { active: false })).status).toBe(200)
  expect(await unable()).toEqual([
    {
      id,
      name: expect.any(String),
      detail:
        'Касу вимкнено, а за нею ще 1\u00a0чек у черзі і 1\u00a0неоплачена посилка. Вимкнена каса чеків не створює. Увімкніть її на сторінці кас або скасуйте чеки, що в черзі.',
    },
  ])
  await desk.cashier.post(`/receipts/${receipt.id}/cancel`)
  expect((await unable())[0]?.detail).toBe(
    'Касу вимкнено, а за нею ще 1\u00a0неоплачена посилка. Вимкнена каса чеків не створює. Увімкніть її на сторінці кас.',
  )
  await desk.tellParcels([order_id], { status_code: 103, cash_register_id: id })
  expect(await unable()).toEqual([])
})
