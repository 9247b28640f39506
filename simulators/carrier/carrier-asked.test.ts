import { expect, test } from 'vitest'
import { howOften } from '#/test/support/how-often.ts'
import { otherKey, ownKey, startCarrier } from './test-carrier.ts'

const ttn = (number: number) => String(20_450_000_000_000 + number)

test('calls, numbers and foreign numbers are counted for each key', async () => {
  const { asked, control, parcels, track } = await startCarrier()
  parcels.put([{ ttn: ttn(1) }, { ttn: ttn(2) }, { ttn: ttn(3), owner_key: otherKey }])
  await track(ownKey, ttn(1), ttn(2), ttn(3), ttn(4), ttn(1))
  await track(ownKey, ttn(1), ttn(3))
  await track(otherKey, ttn(1))
  await track('', ttn(1))
  const own = { calls: 2, refused_calls: 0, ttns: 6, distinct_ttns: 4, foreign_ttns: 1, unknown_ttns: 1 }
  const other = { calls: 1, refused_calls: 0, ttns: 1, distinct_ttns: 1, foreign_ttns: 1, unknown_ttns: 0 }
  expect(await control('GET', '/asked')).toEqual({
    status: 200,
    json: {
      total: { calls: 4, ttns: 8, foreign_pairs: 3 },
      keys: { [ownKey]: own, [otherKey]: other, '': other },
    },
  })
  expect(asked.by(ownKey)).toEqual(own)
  expect([...asked.foreignTtns(ownKey)]).toEqual([ttn(3)])
  expect(await control('DELETE', '/asked')).toMatchObject({ json: { total: { calls: 0 }, keys: {} } })
  expect(asked.by(ownKey)).toMatchObject({ calls: 0, ttns: 0 })
})

test('a refused call counts too, and a call that a fault kept from the carrier does not', async () => {
  const { asked, faults, keys, post, track } = await startCarrier()
  keys.put([{ key: ownKey, state: 'daily_limit' }])
  await track(ownKey, ttn(1))
  expect(asked.by(ownKey)).toMatchObject({ calls: 1, refused_calls: 1, ttns: 1 })
  faults.arm({ operation: 'get_status_documents', fault: { kind: 'status', status: 500, body: {} } })
  await post({ apiKey: ownKey, modelName: 'TrackingDocument', calledMethod: 'getStatusDocuments' })
  expect(asked.by(ownKey).calls).toBe(1)
})

test('other methods are not counted as asking for parcels', async () => {
  const { asked, call } = await startCarrier()
  await call(ownKey, 'Counterparty.getCounterparties')
  expect(asked.total()).toEqual({ calls: 0, ttns: 0, foreign_pairs: 0 })
})

/** An even number: the two keys take turns. */
const batches = howOften({ usually: 20, long: 100 })

test('among thousands of parcels full batches are answered and counted, and the log keeps requests only', async () => {
  const { asked, control, log, track } = await startCarrier()
  await control('POST', '/parcels/generate', { count: 300 * batches, first_ttn: ttn(0), owner_key: otherKey })
  let records = 0
  for (let batch = 0; batch < batches; batch += 1) {
    const numbers = Array.from({ length: 100 }, (_, index) => ttn(batch * 300 + index))
    records += (await track(batch % 2 === 0 ? ownKey : otherKey, ...numbers)).data.length
  }
  expect(records).toBe(100 * batches)
  expect(asked.total()).toEqual({ calls: batches, ttns: 100 * batches, foreign_pairs: 50 * batches })
  expect(asked.by(otherKey)).toMatchObject({ calls: batches / 2, distinct_ttns: 50 * batches, foreign_ttns: 0 })
  const kept = log.entries().reduce((bytes, { body }) => bytes + body.length, 0)
  expect(kept).toBeLessThan(batches * 6000)
})
