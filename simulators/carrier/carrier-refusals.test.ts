import { expect, test } from 'vitest'
import { readSample } from './served-answers.ts'
import { otherKey, ownKey, startCarrier } from './test-carrier.ts'

const sample = (name: string) => readSample(name).body
const ttn = (number: number) => `2045${String(number).padStart(10, '0')}`
const unknownKey = '9'.repeat(32)

const start = async (options: Parameters<typeof startCarrier>[0] = {}) => {
  const carrier = await startCarrier(options)
  carrier.parcels.put([{ ttn: ttn(1) }, { ttn: ttn(2) }, { ttn: ttn(3) }])
  return carrier
}
const numbersOf = ({ data }: { data: Record<string, unknown>[] }) => data.map(({ Number: number }) => String(number))

test('a bad number alone is refused and named; so are no documents, and too many', async () => {
  const { call, track } = await start()
  expect((await track(ownKey, '445')).json).toEqual(sample('07'))
  expect((await track(ownKey, { number: 445 })).json).toEqual(sample('07'))
  expect((await track(ownKey, '00450000000000')).json).toMatchObject({
    errorCodes: ['20001401442'],
    warnings: ['Invalid DocumentNumber: 00450000000000'],
  })
  for (const Documents of [null, [], undefined, 'all'])
    expect((await call(ownKey, 'TrackingDocument.getStatusDocuments', { Documents })).json).toEqual(sample('10'))

  const numbers = Array.from({ length: 101 }, (_, index) => ttn(index))
  expect(await track(ownKey, ...numbers)).toMatchObject({ success: false, data: [], errorCodes: ['20001401153'] })
  expect((await track(ownKey, ...numbers.slice(1))).data).toHaveLength(100)
})

test('a batch with a bad number fails as a whole, or comes with a warning, as the setting says', async () => {
  const { set, track } = await start()
  const batch = [ttn(1), '445', ttn(2)]
  expect((await track(ownKey, ...batch)).json).toEqual(sample('07'))
  set({ mixed_batch: 'warns' })
  const answer = await track(ownKey, ...batch)
  expect(answer).toMatchObject({ success: true, errors: [], errorCodes: [], warningCodes: ['30001402439'] })
  expect(answer.warnings).toEqual(['Invalid DocumentNumber: 445', 'Documents has an invalid item'])
  expect(numbersOf(answer).toSorted()).toEqual([ttn(1), ttn(2)])
  expect((await track(ownKey, '445')).json).toEqual(sample('07'))
})

test('a number asked twice comes once, and never in the order asked; the same order for the same seed', async () => {
  const first = await start({ seed: 5 })
  const second = await start({ seed: 5 })
  const asked = Array.from({ length: 20 }, (_, index) => ttn(index + 1))
  const order = numbersOf(await first.track(ownKey, ...asked, ttn(3)))
  expect(order).not.toEqual(asked)
  expect(order.toSorted()).toEqual(asked.toSorted())
  expect(numbersOf(await second.track(ownKey, ...asked))).toEqual(order)
  expect(numbersOf(await first.track(ownKey, ttn(1), ttn(2)))).toEqual([ttn(2), ttn(1)])
})

test('an unknown language costs only a warning', async () => {
  const { call } = await start()
  const properties = { Documents: [{ DocumentNumber: ttn(1) }], Language: 'XX' }
  const answer = await call(ownKey, 'TrackingDocument.getStatusDocuments', properties)
  expect(answer).toMatchObject({ success: true, warnings: ['Language is not valid'], warningCodes: ['30001401723'] })
})

test('an expired key and an unknown one are refused with 200 and a code, or with 401, or passed over', async () => {
  const { keys, set, track } = await start()
  keys.put([{ key: ownKey, state: 'expired' }])
  expect(await track(ownKey, ttn(1))).toMatchObject({ status: 200, json: sample('15') })
  expect(await track(unknownKey, ttn(1))).toMatchObject({
    status: 200,
    json: { success: false, errors: ['API key incorrect'], errorCodes: ['20000200068'] },
  })
  set({ bad_key: 'http401' })
  for (const key of [ownKey, unknownKey]) {
    const { status, json } = await track(key, ttn(1))
    expect([status, json]).toEqual([401, sample('16')])
  }
  set({ bad_key: 'masked' })
  for (const key of [ownKey, unknownKey])
    expect(await track(key, ttn(1))).toMatchObject({ success: true, data: [{ StatusCode: '1', PhoneSender: '' }] })
})

test('what needs a key is refused without one, and with a bad one also where tracking passes it over', async () => {
  const { call, keys } = await start({ bad_key: 'masked' })
  keys.put([{ key: otherKey, state: 'expired' }])
  for (const method of ['Counterparty.getCounterparties', 'Common.getCargoTypes', 'InternetDocument.getDocumentList']) {
    expect(await call('', method)).toMatchObject({ success: false, errorCodes: ['20000200069'] })
    expect(await call(unknownKey, method)).toMatchObject({ success: false, errorCodes: ['20000200068'] })
    expect((await call(otherKey, method)).json).toEqual(sample('15'))
  }
})

test('a key that has used up its day is refused, and the others are not', async () => {
  const { keys, track } = await start()
  keys.put([{ key: ownKey, state: 'daily_limit' }])
  expect(await track(ownKey, ttn(1))).toMatchObject({ status: 200, success: false, errorCodes: ['20000501331'] })
  expect(await track(otherKey, ttn(1))).toMatchObject({ success: true })
})

test('more calls of a key than a minute allows are refused, with 200 or 429, until the minute has passed', async () => {
  const { clock, set, track } = await start({ most_per_minute: 2 })
  await track(ownKey, ttn(1))
  await clock.advance(30_000)
  await track(ownKey, ttn(1))
  expect(await track(ownKey, ttn(1))).toMatchObject({ status: 200, json: sample('14') })
  expect(await track(otherKey, ttn(1))).toMatchObject({ success: true })
  set({ limit_answer: 'http429' })
  expect(await track(ownKey, ttn(1))).toMatchObject({ status: 429, json: sample('14') })
  await clock.advance(30_000)
  expect(await track(ownKey, ttn(1))).toMatchObject({ status: 200, success: true })
  expect(await track(ownKey, ttn(1))).toMatchObject({ status: 429 })
})

test('newer names of models and addresses with model and method are understood; anything else is another method', async () => {
  const { call, log, post, track } = await start()
  const methodProperties = { Documents: [{ DocumentNumber: ttn(1), Phone: '' }] }
  const good = { success: true, data: [{ Number: ttn(1) }] }
  expect(await call(ownKey, 'TrackingDocumentGeneral.getStatusDocuments', methodProperties)).toMatchObject(good)
  const named = { apiKey: ownKey, modelName: 'TrackingDocument', calledMethod: 'getStatusDocuments', methodProperties }
  expect((await post(named, 'TrackingDocument/getStatusDocuments')).json).toMatchObject(good)
  const unnamed = { apiKey: ownKey, methodProperties }
  expect((await post(unnamed, 'TrackingDocumentGeneral/getStatusDocuments')).json).toMatchObject(good)
  expect(await call(ownKey, 'Address.getCities')).toMatchObject({ status: 200, success: false })
  expect((await post('{"apiKey":')).status).toBe(400)
  await track(ownKey, ttn(1))
  const tracking = 'get_status_documents'
  const operations = [tracking, tracking, tracking, 'other_method', 'other_method', tracking]
  expect(log.entries().map(({ operation }) => operation)).toEqual(operations)
})

test('faults of the frame come between the parcel and the answer', async () => {
  const { faults, post, track } = await start()
  faults.arm({ operation: 'get_status_documents', fault: { kind: 'status', status: 503, body: { down: true } } })
  const body = { apiKey: ownKey, modelName: 'TrackingDocument', calledMethod: 'getStatusDocuments' }
  expect(await post(body)).toEqual({ status: 503, json: { down: true } })
  expect(await track(ownKey, ttn(1))).toMatchObject({ status: 200, success: true })
})
