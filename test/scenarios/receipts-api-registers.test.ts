import { describe, expect, test } from 'vitest'
import { type Receipt } from '#/contract/receipts.ts'
import { receiptStates, type ReceiptState } from '#/contract/receipt-states.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()

describe('a register', () => {
  const settled = new Set<ReceiptState>(['fiscalized', 'cancelled', 'failed'])

  test.each(receiptStates)(
    'with a receipt that is %s goes only when that is settled, and its name stays',
    async (state) => {
      const registerId = await desk.addRegister()
      const order_id = await desk.order({}, { cash_register_id: registerId })
      const { id, cash_register } = await desk.receipt(order_id)
      await desk.drive(id, ...wayTo(state))
      // The parcel may be another one by now; the receipt still names the register.
      await desk.tellParcels([order_id], { cash_register_id: null })
      const { status } = await desk.admin.delete(`/cash-registers/${registerId}`)
      expect(status).toBe(settled.has(state) ? 204 : 409)
      const { body } = await desk.cashier.get<Receipt>(`/receipts/${id}`)
      expect(body.cash_register).toEqual(cash_register)
    },
  )

  test('that waits for its receipts says so', async () => {
    const registerId = await desk.addRegister()
    await desk.receipt(await desk.order({}, { cash_register_id: registerId }))
    const { status, body } = await desk.admin.delete(`/cash-registers/${registerId}`)
    expect([status, body.code]).toEqual([409, 'register.has_live_receipts'])
  })
})
