import { beforeEach, expect, test } from 'vitest'
import type { Receipt } from '#/contract/receipts.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { app, carrier, fiscal, first, anOrder, send, row, poll, sweep } = shop
const hand = aHandAt(shop)
beforeEach(async () => {
  await shop.calm()
  fiscal.set({ shift_seconds: 0, shift_opening: 'opens' })
})

async function aReturnedAdvance() {
  const { id: order_id, ttn } = await anOrder({ control: 90_000 })
  const asked = { order_id, amount: 30_000, payment: 'cashless' }
  const { body: rest } = await (await hand.person()).post<Receipt>('/receipts/prepayment', asked)
  await send()
  await shop.later(10)
  await poll()
  const advance = await row((await row(rest.id)).prepayment_id ?? '')
  expect(advance.state).toBe('fiscalized')
  return {
    order_id,
    ttn,
    rest,
    advance,
    giveBack: async () => {
      fiscal.documents.returnAdvance(advance.relation_id ?? '')
      await shop.later(3600)
      await sweep()
      expect((await row(advance.id)).returned_at).not.toBeNull()
    },
  }
}

test('an order whose advance was given back gets a receipt for the whole sum', async () => {
  const { order_id, ttn, rest, giveBack } = await aReturnedAdvance()
  await shop.wantCancelled(rest.id)
  await shop.cancel()
  await giveBack()
  carrier.parcels.put([
    { ttn, owner_key: first.carrier_key, status_code: 7, cod: { kind: 'payment_control', amount: 1200 } },
  ])
  await shop.later(7200)
  await trackParcels(app)
  const made = await (await hand.person()).post('/receipts', { order_id })
  expect(made.status).toBe(202)
})

test('the rest of an advance that was given back is not sent, and does not wait for ever', async () => {
  const { rest, giveBack } = await aReturnedAdvance()
  await giveBack()
  const before = shop.calls('create_ettn_prepayment').length
  await shop.pauseIsOver()
  await send()
  expect(shop.calls('create_ettn_prepayment').length - before).toBe(0)
  await shop.watch()
  expect(await row(rest.id)).toMatchObject({ state: 'cancelled', problem: { code: expect.any(String) } })
})
