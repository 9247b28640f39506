import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRaw, failureOf, startWorld } from './test-client.ts'
import { resetSocket } from './wire.ts'

describe.each([false, true])('with effect: %s', (effect) => {
  const happened = { things: effect ? 1 : 0, effects: effect ? 1 : 0 }

  test('a reset before the answer gives the client not one byte', async () => {
    const world = await startWorld()
    world.arm({ kind: 'reset_before_answer', effect })
    const raw = createRaw(world.url)
    expect(await raw.ended).toBe('ECONNRESET')
    expect(raw.bytes()).toBe(0)
    await world.hasEnded()
    expect(world.lastCall()).toEqual({ ...happened, stage: 'cut', status: null })
    expect(world.log.entries()[0]?.client_gone_at).toBeNull()
  })

  test('fetch fails on a reset before the answer', async () => {
    const world = await startWorld()
    world.arm({ kind: 'reset_before_answer', effect })
    expect(await failureOf(world.create())).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/)
    expect(world.lastCall()).toMatchObject(happened)
  })

  test('a reset in the head leaves the client without a status it could trust', async () => {
    const world = await startWorld()
    world.arm({ kind: 'reset_mid_answer', part: 'head', effect })
    const raw = createRaw(world.url)
    expect(await raw.ended).toBe('ECONNRESET')
    expect(raw.text()).toMatch(effect ? /^HTTP\/1\.1 201 / : /^HTTP\/1\.1 200 /)
    expect(raw.text()).not.toContain('\r\n\r\n')
    await world.hasEnded()
    expect(world.lastCall()).toEqual({ ...happened, stage: 'cut', status: effect ? 201 : 200 })
  })

  test('a reset in the body comes after the status', async () => {
    const world = await startWorld()
    world.arm({ kind: 'reset_mid_answer', effect }, { times: 2 })
    const raw = createRaw(world.url)
    expect(await raw.ended).toBe('ECONNRESET')
    expect(raw.body()).toMatch(effect ? /^\{"id":1/ : /^\{"simulated"/)
    await world.hasEnded()
    expect(world.lastCall()).toEqual({ ...happened, stage: 'cut', status: effect ? 201 : 200 })

    expect(await failureOf(world.create().then((answer) => answer.text()))).toMatch(/^(ECONNRESET|UND_ERR_)/)
  })
})

test('a connection that is reset in the moment its client leaves comes to its end', async () => {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const client = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  client.on('error', () => undefined)
  const [socket]: Socket[] = await once(server, 'connection')
  const ended = new Promise((resolve) => socket?.once('close', () => resolve('closed')))
  socket?.on('error', () => undefined)
  socket?.end()
  if (socket) resetSocket(socket)
  expect(await ended).toBe('closed')
})
