import { expect, test } from 'vitest'
import { createRaw, failureOf, startWorld } from './test-client.ts'

test('a closed listener refuses connections until its time has passed', async () => {
  const world = await startWorld()
  expect((await world.create()).status).toBe(201)
  world.arm({ kind: 'listener_closed', for_ms: 5000 }, { operation: '*' })

  expect(await createRaw(world.url).ended).toBe('ECONNREFUSED')
  expect(await failureOf(world.create())).toBe('ECONNREFUSED')
  expect(world.things).toHaveLength(1)
  expect(world.log.entries()).toHaveLength(1)
  expect(world.faults.armed()).toEqual([])

  await world.clock.advance(4999)
  expect(await createRaw(world.url).ended).toBe('ECONNREFUSED')
  await world.clock.advance(1)
  expect((await world.create()).status).toBe(201)
  expect(world.things).toHaveLength(2)
})

test('a closed listener opens early when released', async () => {
  const world = await startWorld()
  world.arm({ kind: 'listener_closed', for_ms: 600_000 }, { operation: '*' })
  expect(await failureOf(world.create())).toBe('ECONNREFUSED')
  await world.faults.release()
  expect((await world.create()).status).toBe(201)
})

test('a call under way when the listener closes is answered, but its connection takes no further call', async () => {
  const world = await startWorld()
  world.arm({ kind: 'hang', for_ms: 1000 })
  const raw = createRaw(world.url)
  await world.isHeld()
  world.arm({ kind: 'listener_closed', for_ms: 5000 }, { operation: '*' })
  await world.clock.advance(1000)
  expect(await raw.ended).toBe('closed')
  expect(raw.body()).toBe('{"id":1,"made_from":"a lamp"}')
  expect(await failureOf(world.create())).toBe('ECONNREFUSED')
  expect(world.things).toHaveLength(1)
})

test('a simulator can be closed while its listener is', async () => {
  const world = await startWorld()
  world.arm({ kind: 'listener_closed', for_ms: 5000 }, { operation: '*' })
  await world.close()
  await world.clock.advance(10_000)
  expect(await createRaw(world.url).ended).toBe('ECONNREFUSED')
})

test('a connection is reset as soon as accepted, so many times, also for a client with a pool', async () => {
  const world = await startWorld()
  expect((await world.create()).status).toBe(201)
  world.arm({ kind: 'connection_destroyed' }, { operation: '*', times: 2 })

  expect(await createRaw(world.url).ended).toBe('ECONNRESET')
  expect(await failureOf(world.create())).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/)
  expect(world.things).toHaveLength(1)
  expect(world.log.entries()).toHaveLength(1)
  expect((await world.create()).status).toBe(201)
})

test('connection faults armed over HTTP are answered before they begin', async () => {
  const world = await startWorld()
  const arm = (fault: unknown) => world.control('POST', '/faults', { operation: '*', fault })
  expect(await arm({ kind: 'connection_destroyed' })).toMatchObject({ status: 201, json: { id: 1 } })
  expect(await failureOf(world.create())).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/)
  expect(await arm({ kind: 'listener_closed', for_ms: 1000 })).toMatchObject({ status: 201, json: { fired: 1 } })
  expect(await failureOf(world.create())).toBe('ECONNREFUSED')
  expect(() => world.arm({ kind: 'listener_closed', for_ms: 1 }, { operation: '*' })).toThrow('closed already')
  await world.clock.advance(1000)
  expect((await world.create()).status).toBe(201)
  expect(world.things).toHaveLength(1)
})

test('connections can be reset by turns', async () => {
  const world = await startWorld()
  world.arm({ kind: 'connection_destroyed' }, { operation: '*', after: 1 })
  const first = createRaw(world.url)
  await first.received(1)
  expect(await createRaw(world.url).ended).toBe('ECONNRESET')
  first.socket.destroy()
  expect(world.things).toHaveLength(1)
})
