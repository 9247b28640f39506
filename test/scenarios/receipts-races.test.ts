import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#/contract/errors.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { trackParcels } from '#/server/parcels/track-parcels.ts'
import { cancelReceipt } from '#/server/receipts/settling/cancel-receipt.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { howOften } from '../support/how-often.ts'
import { aCrmOrder } from '../support/orders.ts'
import { receiptViolations } from '../support/receipt-invariants.ts'
import { startReceiptShop } from '../support/receipts.ts'
import { usualTimes } from '../support/test-app.ts'
import { bring } from '../support/scripted-crm.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** On PostgreSQL and the simulated Checkbox, nobody waiting for anybody. Who wins is chance; there is no third end. */
const times = howOften({ usually: 3, long: 200 })
const shop = await startReceiptShop()
const { app, db, fiscal, carrier } = shop
const random = seededRandom('receipts-races')
let lastTtn = 0

/** What the turn before broke is whole again; nothing is put away. */
const calm = async (): Promise<void> => {
  fiscal.faults.disarm()
  await shop.later(60)
  await shop.pauseIsOver()
}
beforeEach(calm)
/** Orders whose parcels both the carrier and Checkbox know; `sharing` of them have one TTN. */
async function orders(count: number, sharing = 1): Promise<{ id: string; ttn: string }[]> {
  const ttns = Array.from({ length: count }, () => `20455${String((lastTtn += 1)).padStart(9, '0')}`)
  const cod = { kind: 'payment_control', amount: 1_200 } as const
  carrier.parcels.put(ttns.map((ttn) => ({ ttn, owner_key: shop.first.carrier_key, status_code: 5, cod })))
  const ordered_at = shop.now().toISOString()
  const made = ttns.flatMap((ttn) => Array.from({ length: sharing }, () => aCrmOrder({ ttn, ordered_at })))
  await bring(app, shop.crm, made)
  await trackParcels(app)
  const rows = await db.selectFrom('orders').select(['id', 'ttn']).where('ttn', 'in', ttns).orderBy('ttn').execute()
  return rows.map(({ id, ttn }) => ({ id, ttn: ttn ?? '' }))
}

const create = (orderId: string) => createReceipt(app, theSystem, orderId)
const cancel = (id: string) => cancelReceipt(app, theSystem, id)
const codeOf = (reason: unknown): string => (reason instanceof AppError ? reason.code : String(reason))
const outcomesOf = (settled: readonly PromiseSettledResult<unknown>[]): string[] =>
  settled
    .map((one) => (one.status === 'fulfilled' ? 'accepted' : codeOf(one.reason)))
    .toSorted((a, b) => a.localeCompare(b))
const deletes = (ttn: string): number => {
  const ids = fiscal.documents.ofTtn(ttn).map(({ id }) => id)
  const removals = fiscal.log.entries().filter(({ operation }) => operation === 'delete_ettn')
  return removals.filter(({ target }) => ids.some((id) => target.includes(id))).length
}

/** A receipt whose document is there. */
async function created(orderId: string): Promise<string> {
  const id = await create(orderId)
  await shop.send()
  expect(await shop.state(id)).toBe('created')
  return id
}

describe(`${times} times`, { timeout: 300_000 }, () => {
  test('a cancel against the claim: no call at all, or one create and one delete', async () => {
    for (const order of await orders(times)) {
      const id = await create(order.id)
      await Promise.all([shop.send(), pause(random() * 8).then(() => cancel(id))])
      await shop.cancel()
      expect(await shop.state(id)).toBe('cancelled')
      const calls = [shop.creates(order.ttn).length, deletes(order.ttn)]
      expect(calls[0], calls.join()).toBe(calls[1])
      expect(calls[0]).toBeLessThanOrEqual(1)
    }
  })

  test('a cancel while the create is on the wire: one create, one delete, cancelled', async () => {
    fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'latency', ms: 15 }, times: 'always' })
    for (const order of await orders(times)) {
      const id = await create(order.id)
      const sending = shop.send()
      await fiscal.log.waitFor(() => shop.creates(order.ttn).length === 1)
      expect(await cancel(id)).toMatchObject({ cancel_requested: true })
      await sending
      await shop.cancel()
      expect(await shop.state(id)).toBe('cancelled')
      expect([shop.creates(order.ttn).length, deletes(order.ttn)]).toEqual([1, 1])
    }
  })

  test('a cancel while nobody knows, and the create never landed: cancelled without a delete or a second create', async () => {
    const ids = []
    for (const order of await orders(times)) {
      fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer' } })
      const id = await create(order.id)
      await Promise.all([
        shop.send(),
        fiscal.log.waitFor(() => shop.creates(order.ttn).length === 1).then(() => cancel(id)),
      ])
      expect(await shop.state(id)).toBe('unknown')
      ids.push({ id, ttn: order.ttn })
      await calm()
    }
    for (const seconds of [700, 15, 15]) {
      await shop.later(seconds)
      await shop.reconcile()
    }
    for (const { id, ttn } of ids) {
      expect(await shop.state(id)).toBe('cancelled')
      expect([shop.creates(ttn).length, deletes(ttn)]).toEqual([1, 0])
    }
  })

  test('a cancel against the payment: fiscal if it was paid first, gone if not, never both', async () => {
    for (const order of await orders(times)) {
      const id = await created(order.id)
      await cancel(id)
      const paying = pause(random() * 30).then(() => carrier.parcels.put([{ ttn: order.ttn, status_code: 9 }]))
      await Promise.all([shop.cancel(), paying])
      const [document] = fiscal.documents.ofTtn(order.ttn)
      const end = document?.deleted ? 'cancelled' : 'fiscalized'
      expect(await shop.state(id)).toBe(end)
    }
  })

  test('two cashiers want one receipt while it is being sent: one gets it, one document is made', async () => {
    for (const order of await orders(times)) {
      const asking = Promise.allSettled([create(order.id), create(order.id)])
      await Promise.all([asking, shop.send()])
      expect(outcomesOf(await asking)).toEqual(['accepted', 'receipt.exists'])
      await shop.send()
      expect(fiscal.documents.ofTtn(order.ttn)).toHaveLength(1)
    }
  })

  test('two orders with one TTN: one of them gets the receipt', async () => {
    for (const pair of Map.groupBy(await orders(times, 2), ({ ttn }) => ttn).values()) {
      const asked = await Promise.allSettled(pair.map(({ id }) => create(id)))
      expect(outcomesOf(asked)).toEqual(['accepted', 'receipt.ttn_taken'])
      await Promise.all([shop.send(), shop.send()])
      expect(fiscal.documents.ofTtn(pair[0]?.ttn ?? '')).toHaveLength(1)
    }
  })

  test('create, cancel, create at once: the second waits for the death of the first, and then lives alone', async () => {
    for (const order of await orders(times)) {
      const first = await create(order.id)
      const again = pause(random() * 12).then(() => create(order.id))
      const [[outcome]] = await Promise.all([Promise.allSettled([again]), shop.send(), cancel(first)])
      await shop.cancel()
      expect(await shop.state(first)).toBe('cancelled')
      expect(['receipt.exists', '']).toContain(outcome.status === 'rejected' ? codeOf(outcome.reason) : '')
      const second = outcome.status === 'fulfilled' ? outcome.value : await create(order.id)
      await shop.send()
      expect(await shop.state(second)).toBe('created')
      expect(fiscal.documents.live(order.ttn)).toHaveLength(1)
    }
  })

  test('two people cancel while two workers remove: one delete, one end for both', async () => {
    for (const order of await orders(times)) {
      const id = await created(order.id)
      await Promise.all([cancel(id), cancel(id), shop.cancel(), shop.cancel()])
      await shop.cancel()
      expect(await cancel(id)).toMatchObject({ state: 'cancelled' })
      expect(deletes(order.ttn)).toBe(1)
    }
  })
})

test('after all of it every invariant holds', async () => {
  expect(await receiptViolations(db, [fiscal], { ...usualTimes, now: shop.now().getTime() })).toEqual([])
})
