import { describe, expect, test } from 'vitest'
import { startSignedIn } from './test-fiscal.ts'

const hour = 3_600_000

/** Six documents, an hour apart, from midnight of 15 January on. */
const startWithSix = async (options = {}) => {
  const world = await startSignedIn(options)
  for (let index = 0; index < 6; index += 1) {
    await world.created({ ettn: `TTN-${index}`, body: { delivery: { phone: `38067111223${index}` } } })
    await world.clock.advance(hour)
  }
  const ttns = async (query: string) => (await world.list(query)).map(({ ettnNumber }) => ettnNumber)
  return { ...world, ttns }
}

test('the list is a bare array, neither oldest nor newest first, and the same each time', async () => {
  const { ttns } = await startWithSix()
  const all = ['TTN-0', 'TTN-2', 'TTN-4', 'TTN-5', 'TTN-3', 'TTN-1']
  expect(await ttns('')).toEqual(all)
  expect(await ttns('')).toEqual(all)
  expect(await ttns('?limit=4')).toEqual(all.slice(0, 4))
  expect(await ttns('?limit=4&offset=4')).toEqual(all.slice(4))
  expect(await ttns('?offset=6')).toEqual([])
})

test('25 come unless more are asked for, and 1000 at most', async () => {
  const { documents, list, call } = await startSignedIn()
  for (let index = 0; index < 30; index += 1)
    documents.createByHand({ ttn: `TTN-${index}`, license_key: 'demo-license-key', total_sum: 100 })
  expect(await list()).toHaveLength(25)
  expect(await list('?limit=1000')).toHaveLength(30)
  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=x',
    'offset=-1',
    'status=OPEN',
    'date_from=yesterday',
    'provider=dhl',
  ])
    expect(await call('GET', `/ettn?${query}`)).toMatchObject({
      status: 422,
      json: { code: 'validation.custom', detail: [{ loc: ['query', query.split('=')[0]] }] },
    })
})

describe('filters', () => {
  test('by time: later than and earlier than, not at', async () => {
    const { ttns } = await startWithSix()
    expect(await ttns('?date_from=2026-01-15T03:00:00Z')).toEqual(['TTN-4', 'TTN-5'])
    expect(await ttns('?date_to=2026-01-15T02:00:00Z')).toEqual(['TTN-0', 'TTN-1'])
    expect(await ttns('?date_from=2026-01-15%2001:30:00&date_to=2026-01-15T04:00:00%2B02:00')).toEqual([])
    expect(await ttns('?date_from=2026-01-15%2001:30:00&date_to=2026-01-15T05:30:00%2B02:00')).toEqual([
      'TTN-2',
      'TTN-3',
    ])
    expect(await ttns('?date_to=2026-01-15')).toEqual([])
    expect(await ttns('?date_from=2026-01-15&limit=2')).toEqual(['TTN-2', 'TTN-4'])
  })

  test('a plus that was not escaped is a space, and no date', async () => {
    const { call } = await startSignedIn()
    expect((await call('GET', '/ettn?date_from=2026-01-15T00:00:00+02:00')).status).toBe(422)
  })

  test('a date without a zone is of the zone the world is set to', async () => {
    const { ttns } = await startWithSix({ naive_offset_minutes: 120 })
    expect(await ttns('?date_from=2026-01-15%2005:00:00')).toEqual(['TTN-4', 'TTN-5'])
  })

  test('by status, phone and carrier', async () => {
    const { ttns, documents } = await startWithSix({ status_case: 'lower' })
    documents.payTtn('TTN-3')
    documents.payTtn('TTN-4', { status: 'DONE_WITHOUT_SMS' })
    expect(await ttns('?status=DONE')).toEqual(['TTN-3'])
    expect(await ttns('?status=DONE_WITHOUT_SMS')).toEqual(['TTN-4'])
    expect(await ttns('?phone_number=380671112232')).toEqual(['TTN-2'])
    expect(await ttns('?provider=meest')).toEqual([])
    expect(await ttns('?provider=novapost')).toHaveLength(6)
  })

  test('by anything else: silently ignored, also the names of an older SDK and the TTN', async () => {
    const { ttns } = await startWithSix()
    expect(await ttns('?from_date=2026-01-15T03:00:00Z&ettn=TTN-1')).toHaveLength(6)
  })
})

test('a new document may be missing from the list for a while', async () => {
  const { created, list, get, clock } = await startSignedIn({ list_lag_seconds: 30 })
  const { id } = await created()
  expect((await get(id)).status).toBe('CREATED')
  await clock.advance(29_999)
  expect(await list()).toEqual([])
  await clock.advance(1)
  expect(await list()).toHaveLength(1)
})

test('the list is of the register, or of all when the world is set so', async () => {
  const { created, documents, registers, list, set } = await startSignedIn()
  registers.put({ license_key: 'second' })
  await created()
  documents.createByHand({ ttn: 'FOREIGN', license_key: 'second', total_sum: 1 })
  expect(await list()).toHaveLength(1)
  set({ list_scope: 'all' })
  expect(await list()).toMatchObject([{ ettnNumber: '20450000000001' }, { ettnNumber: 'FOREIGN' }])
})

test('5,000 documents are paged through without a gap or a repetition', async () => {
  const { documents, list } = await startSignedIn()
  for (let index = 0; index < 5000; index += 1)
    documents.createByHand({ ttn: `TTN-${index % 2500}`, license_key: 'demo-license-key', total_sum: 100 })
  const seen = new Set<string>()
  for (let offset = 0; offset <= 5000; offset += 1000)
    for (const { id } of await list(`?limit=1000&offset=${offset}`)) seen.add(id)
  expect(seen.size).toBe(5000)
  expect(documents.live('TTN-7')).toHaveLength(2)
})
