import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sampleNames } from './served-answers.ts'
import { ownKey, startCarrier } from './test-carrier.ts'

const bodyOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`samples/${name}.json`, import.meta.url), 'utf8'))

const start = async () => {
  const carrier = await startCarrier()
  carrier.parcels.put([{ ttn: '20450000000051', status_code: 7 }])
  const ask = async () => {
    const { status, json } = await carrier.track(ownKey, '20450000000051')
    return { status, json }
  }
  return { ...carrier, ask }
}
const ownAnswer = { status: 200, json: { success: true, data: [{ Number: '20450000000051' }] } }

test('every captured body is here', () => {
  const numbers = sampleNames.map((name) => name.slice(0, 2))
  expect(numbers.join(' ')).toBe('01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 20 21 22')
})

test.each(sampleNames.filter((name) => !name.startsWith('13-')))('%s is answered word for word, once', async (name) => {
  const { ask, serveSample } = await start()
  serveSample(name, { operation: 'get_status_documents', status: 200 })
  expect(await ask()).toEqual({ status: 200, json: bodyOf(name) })
  expect(await ask()).toMatchObject(ownAnswer)
})

test('the record that was captured alone comes in an envelope', async () => {
  const { ask, serveSample } = await start()
  serveSample('13')
  const { record } = z.object({ record: z.unknown() }).parse(bodyOf('13-partial-own-key-in-transit-cod-2021'))
  expect(await ask()).toMatchObject({ status: 200, json: { success: true, data: [record], errors: [] } })
})

test('samples come with the status they were seen with, as often as asked, one after another', async () => {
  const { ask, control } = await start()
  expect(await control('POST', '/samples/16')).toMatchObject({ status: 200 })
  expect(await control('POST', '/samples/14-error-rate-limit', { times: 2, status: 429 })).toMatchObject({
    status: 200,
  })
  const statuses = [(await ask()).status, (await ask()).status, (await ask()).status, (await ask()).status]
  expect(statuses).toEqual([401, 429, 429, 200])

  await control('POST', '/samples/15', { times: 'always' })
  expect((await ask()).json).toEqual(bodyOf('15-error-api-key-bad-http200'))
  expect((await ask()).json).toEqual(bodyOf('15-error-api-key-bad-http200'))
  expect(await control('DELETE', '/samples')).toEqual({ status: 200, json: { removed: 1 } })
  expect(await ask()).toMatchObject(ownAnswer)
})

test('a sample of another method waits for that method', async () => {
  const { ask, call, serveSample } = await start()
  serveSample('20')
  expect(await ask()).toMatchObject(ownAnswer)
  expect((await call(ownKey, 'Counterparty.getCounterparties')).json).toEqual(
    bodyOf('20-assembled-getCounterparties-sender-private'),
  )
})

test('any body can be the next answer, and a parcel can have an envelope of its own', async () => {
  const { ask, control, parcels } = await start()
  await control('POST', '/answers', { body: { success: true, data: [] }, status: 502 })
  expect(await ask()).toEqual({ status: 502, json: { success: true, data: [] } })
  const envelope = { success: true, data: {}, errors: { 0: 'odd' } }
  parcels.put([{ ttn: '20450000000051', raw_envelope: envelope }])
  expect(await ask()).toEqual({ status: 200, json: envelope })
  parcels.put([{ ttn: '20450000000051', raw_envelope: null }])
  expect(await ask()).toMatchObject(ownAnswer)
})

test('a sample or an operation that is not there is refused with those that are', async () => {
  const { control } = await start()
  expect(await control('POST', '/samples/99')).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('01-status10-cod-no-phone') },
  })
  expect(await control('POST', '/samples/01', { operation: 'get_everything' })).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('get_counterparties') },
  })
})
