import { expect, test } from 'vitest'
import { createRaw, failureOf, startWorld } from './test-client.ts'

const ownAnswer = '{"id":1,"made_from":"a lamp"}'

test('slow headers come one byte per interval, after the effect', async () => {
  const world = await startWorld()
  world.arm({ kind: 'slow_headers', interval_ms: 1000 })
  const raw = createRaw(world.url)
  await world.log.waitFor((entries) => entries[0]?.status === 201)
  expect(raw.bytes()).toBe(0)
  expect(world.things).toHaveLength(1)

  await world.clock.advance(5000)
  await raw.received(5)
  expect(raw.text()).toBe('HTTP/')

  await world.clock.advance(300_000)
  expect(await raw.ended).toBe('closed')
  expect(raw.text()).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
  expect(raw.body()).toBe(ownAnswer)
  await world.hasEnded()
  expect(world.lastCall()).toEqual({ things: 1, effects: 1, stage: 'answered', status: 201 })
})

test('a slow body comes one byte per interval behind headers that came at once', async () => {
  const world = await startWorld()
  world.arm({ kind: 'slow_body', interval_ms: 1000 })
  const answer = await world.create()
  expect(answer.status).toBe(201)
  expect(world.things).toHaveLength(1)

  const reader = answer.body?.getReader()
  await world.clock.advance(1000)
  expect((await reader?.read())?.value).toEqual(Uint8Array.of(0x7b))
  await world.clock.advance(1000)
  expect((await reader?.read())?.value).toEqual(Uint8Array.of(0x22))

  await reader?.cancel()
  await world.log.waitFor((entries) => entries[0]?.client_gone_at !== null)
  await world.hasEnded()
  expect(world.lastCall()).toEqual({ things: 1, effects: 1, stage: 'abandoned', status: 201 })
})

test('a slow body arrives whole at a client that waits long enough', async () => {
  const world = await startWorld()
  world.arm({ kind: 'slow_body', interval_ms: 10 })
  const answer = await world.create()
  const text = answer.text()
  await world.clock.advance(10 * ownAnswer.length)
  expect(await text).toBe(ownAnswer)
})

test('a truncated body ends politely after half of what was announced', async () => {
  const world = await startWorld()
  world.arm({ kind: 'truncated_body' }, { times: 2 })
  const raw = createRaw(world.url)
  expect(await raw.ended).toBe('closed')
  expect(raw.text()).toContain(`content-length: ${ownAnswer.length}\r\n`)
  expect(raw.body()).toBe(ownAnswer.slice(0, 15))
  await world.hasEnded()
  expect(world.lastCall()).toEqual({ things: 1, effects: 1, stage: 'cut', status: 201 })

  const answer = await world.create()
  expect(await failureOf(answer.text())).toBe('UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
  expect(world.things).toHaveLength(2)
})

test('a content length that is too short loses the end of the body', async () => {
  const world = await startWorld()
  world.arm({ kind: 'wrong_content_length', by: -5 })
  const answer = await world.create()
  expect(await answer.text()).toBe(ownAnswer.slice(0, -5))
  await world.hasEnded()
  expect(world.lastCall()).toEqual({ things: 1, effects: 1, stage: 'answered', status: 201 })
})

test('a content length that is too long leaves the client waiting until it gives up', async () => {
  const world = await startWorld()
  world.arm({ kind: 'wrong_content_length', by: 5 })
  const leaving = new AbortController()
  const answer = await world.create('a lamp', { signal: leaving.signal })
  expect(answer.headers.get('content-length')).toBe(String(ownAnswer.length + 5))
  const failure = failureOf(answer.text())
  await world.isHeld()
  leaving.abort()
  expect(await failure).toBe('AbortError')
  await world.hasEnded()
  expect(world.lastCall()).toEqual({ things: 1, effects: 1, stage: 'abandoned', status: 201 })
})

test('a content length that is too long ends with the connection when it is released', async () => {
  const world = await startWorld()
  world.arm({ kind: 'wrong_content_length', by: 5 })
  const answer = await world.create()
  const failure = failureOf(answer.text())
  await world.isHeld()
  expect(await world.faults.release()).toBe(1)
  expect(await failure).toBe('UND_ERR_SOCKET')
})

test('a duplicate answer comes twice for one effect', async () => {
  const world = await startWorld()
  world.arm({ kind: 'duplicate_answer' }, { times: 2 })
  const raw = createRaw(world.url)
  expect(await raw.ended).toBe('closed')
  expect(raw.text().split('HTTP/1.1 201 Created')).toHaveLength(3)
  expect(raw.text().split(ownAnswer)).toHaveLength(3)
  await world.hasEnded()
  expect(world.lastCall()).toEqual({ things: 1, effects: 1, stage: 'answered', status: 201 })

  expect((await world.create()).status).toBe(201)
  expect(world.things).toHaveLength(2)
})
