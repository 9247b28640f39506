import { expect, test } from 'vitest'
import { faultKinds } from './faults.ts'
import { startWorld } from './test-client.ts'

const nullBody = { operation: 'create_thing', fault: { kind: 'null_body' } }

test('faults are armed, shown and disarmed', async () => {
  const { control, create } = await startWorld()
  const armed = { id: 1, seed: 2, times: 1, after: 0, probability: 1, seen: 0, fired: 0, operation: 'create_thing' }
  expect(await control('POST', '/faults', nullBody)).toEqual({
    status: 201,
    json: { ...armed, fault: { kind: 'null_body', effect: false } },
  })
  await control('POST', '/faults', { ...nullBody, times: 'always', after: 1, probability: 0.5, seed: 9 })
  expect(await control('GET', '/faults')).toMatchObject({
    status: 200,
    json: {
      simulator: 'example',
      seed: 1,
      held_calls: 0,
      operations: ['create_thing', 'list_things', 'find_thing'],
      armed: [armed, { id: 2, times: 'always', after: 1, probability: 0.5, seed: 9 }],
      kinds: faultKinds,
    },
  })
  expect(await (await create()).text()).toBe('null')
  expect(await control('DELETE', '/faults')).toEqual({ status: 200, json: { disarmed: 1 } })
  expect((await create()).status).toBe(201)
})

test('every kind of fault has a sentence', () => {
  expect(Object.keys(faultKinds).length).toBeGreaterThan(20)
  for (const [kind, sentence] of Object.entries(faultKinds)) expect(sentence, kind).toMatch(/\w{3}/)
})

test('the log tells everything about a call, and can be filtered and emptied', async () => {
  const { control, create, url, hasEnded } = await startWorld()
  await control('POST', '/faults', { ...nullBody, fault: { kind: 'status', status: 500, effect: true } })
  await create('a lamp', { headers: { 'x-licence': 'secret' } })
  await fetch(`${url}/things?colour=red`)
  await hasEnded()
  const first = {
    seq: 1,
    at: '2025-01-06T08:00:00.000Z',
    stage: 'answered',
    operation: 'create_thing',
    method: 'POST',
    target: '/things',
    headers: { 'x-licence': 'secret' },
    body: 'a lamp',
    faults: [{ id: 1, seed: 2, fault: { kind: 'status', status: 500, effect: true } }],
    effects_at: ['2025-01-06T08:00:00.000Z'],
    effect_pending: false,
    status: 500,
    ended_at: '2025-01-06T08:00:00.000Z',
    client_gone_at: null,
    error: null,
  }
  const second = { seq: 2, operation: 'list_things', target: '/things?colour=red', status: 200, faults: [] }
  expect(await control('GET', '/log')).toMatchObject({
    status: 200,
    json: { simulator: 'example', seed: 1, entries: [first, second] },
  })
  expect(await control('GET', '/log?operation=list_things')).toMatchObject({ json: { entries: [second] } })
  expect(await control('GET', '/log?since=1')).toMatchObject({ json: { entries: [second] } })
  expect(await control('DELETE', '/log')).toEqual({ status: 200, json: { removed: 2 } })
  expect(await control('GET', '/log')).toMatchObject({ json: { entries: [] } })
})

test('calls are counted per operation', async () => {
  const { control, create, url } = await startWorld()
  await Promise.all([create(), create(), fetch(`${url}/things`), fetch(`${url}/nowhere`)])
  expect(await control('GET', '/counts')).toEqual({
    status: 200,
    json: { total: 4, unmatched: 1, counts: { create_thing: 2, list_things: 1, find_thing: 0 } },
  })
})

test('hanging calls are released', async () => {
  const { control, create, isHeld, things } = await startWorld()
  await control('POST', '/faults', { operation: 'create_thing', fault: { kind: 'hang' } })
  const answer = create()
  await isHeld()
  expect(await control('POST', '/release')).toEqual({ status: 200, json: { released: 1 } })
  expect((await answer).status).toBe(201)
  expect(things).toHaveLength(1)
})

test('the clock is shown and advanced, and what was due has happened when it answers', async () => {
  const { control, create, things } = await startWorld()
  const fault = { kind: 'late_effect', delay_ms: 1500, meanwhile: 'gateway_timeout' }
  await control('POST', '/faults', { operation: 'create_thing', fault })
  await create()
  expect(await control('GET', '/clock')).toEqual({
    status: 200,
    json: { mode: 'hand', now: '2025-01-06T08:00:00.000Z' },
  })
  expect(await control('POST', '/clock', { advance_seconds: 1.5 })).toEqual({
    status: 200,
    json: { mode: 'hand', now: '2025-01-06T08:00:01.500Z' },
  })
  expect(things).toHaveLength(1)
})

test('a simulator has its own control routes', async () => {
  const { control, create, log } = await startWorld()
  await create()
  expect(await control('DELETE', '/things')).toEqual({ status: 200, json: { removed: 1 } })
  expect(log.entries()).toHaveLength(1)
})
