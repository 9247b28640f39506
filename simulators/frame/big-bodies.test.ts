import { expect, test } from 'vitest'
import { createRaw, startWorld } from './test-client.ts'

test.each([false, true])('a huge body is valid JSON of 10 MB, effect: %s', async (effect) => {
  const world = await startWorld()
  world.arm({ kind: 'huge_body', effect })
  const text = await (await world.create()).text()
  expect(text).toHaveLength(10 * 1024 ** 2)
  expect(Object.keys(JSON.parse(text))).toEqual(['padding'])
  expect(world.things).toHaveLength(effect ? 1 : 0)
})

test('a client that has had enough of a huge body leaves, and the log says so', async () => {
  const world = await startWorld()
  world.arm({ kind: 'huge_body', bytes: 1024 ** 3, effect: true })
  const raw = createRaw(world.url)
  await raw.received(1024 ** 2)
  raw.socket.destroy()
  await world.hasEnded()
  expect(world.lastCall()).toEqual({ things: 1, effects: 1, stage: 'abandoned', status: 200 })
  expect(world.log.entries()[0]?.client_gone_at).not.toBeNull()
})

test.each([false, true])('a gzip bomb unpacks to what was asked for, effect: %s', async (effect) => {
  const world = await startWorld()
  world.arm({ kind: 'gzip_bomb', unpacked_bytes: 5 * 1024 ** 2, effect })
  const answer = await world.create()
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(Number(answer.headers.get('content-length'))).toBeLessThan(10_000)
  expect((await answer.arrayBuffer()).byteLength).toBe(5 * 1024 ** 2)
  expect(world.things).toHaveLength(effect ? 1 : 0)
})

test('a gzip bomb of 1 GB travels as about a megabyte', async () => {
  const world = await startWorld()
  world.arm({ kind: 'gzip_bomb' })
  const raw = createRaw(world.url)
  await world.hasEnded()
  raw.socket.end()
  await raw.ended
  expect(raw.bytes()).toBeGreaterThan(500_000)
  expect(raw.bytes()).toBeLessThan(2_000_000)
})
