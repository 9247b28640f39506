import { describe, expect, test } from 'vitest'
import { createRaw, failureOf, startWorld } from './test-client.ts'

describe('hang', () => {
  test('with the effect after: nothing happens until it is released, then all of it', async () => {
    const world = await startWorld()
    world.arm({ kind: 'hang' })
    const answer = world.create()
    await world.isHeld()
    expect(world.lastCall()).toEqual({ things: 0, effects: 0, stage: 'held', status: null })
    expect(world.faults.heldCalls()).toBe(1)

    expect(await world.faults.release()).toBe(1)
    expect((await answer).status).toBe(201)
    await world.hasEnded()
    expect(world.lastCall()).toEqual({ things: 1, effects: 1, stage: 'answered', status: 201 })
    expect(await world.faults.release()).toBe(0)
  })

  test('with the effect before: it has happened while the client still waits', async () => {
    const world = await startWorld()
    world.arm({ kind: 'hang', effect: 'before' })
    const answer = world.create()
    await world.isHeld()
    expect(world.lastCall()).toEqual({ things: 1, effects: 1, stage: 'held', status: null })
    await world.faults.release()
    expect((await answer).status).toBe(201)
    expect(world.things).toHaveLength(1)
  })

  test('with the effect never: released, the connection is reset', async () => {
    const world = await startWorld()
    world.arm({ kind: 'hang', effect: 'never' })
    const raw = createRaw(world.url)
    await world.isHeld()
    await world.faults.release()
    expect(await raw.ended).toBe('ECONNRESET')
    expect(raw.bytes()).toBe(0)
    await world.hasEnded()
    expect(world.lastCall()).toEqual({ things: 0, effects: 0, stage: 'cut', status: null })
  })

  test('for a time: goes on by itself when that has passed', async () => {
    const world = await startWorld()
    world.arm({ kind: 'hang', for_ms: 30_000 })
    const answer = world.create()
    await world.isHeld()
    await world.clock.advance(29_999)
    expect(world.lastCall()).toMatchObject({ things: 0, stage: 'held' })
    await world.clock.advance(1)
    expect((await answer).status).toBe(201)
    expect(world.faults.heldCalls()).toBe(0)
  })

  test('the effect comes also when the client has left meanwhile, and the log tells both', async () => {
    const world = await startWorld()
    world.arm({ kind: 'hang' })
    const leaving = new AbortController()
    const failure = failureOf(world.create('a lamp', { signal: leaving.signal }))
    await world.isHeld()
    leaving.abort()
    expect(await failure).toBe('AbortError')
    await world.log.waitFor((entries) => entries[0]?.client_gone_at !== null)
    expect(await (await fetch(`${world.url}/things`)).json()).toEqual([])
    expect(world.log.entries()[0]).toMatchObject({ effects_at: [], stage: 'held', status: null })

    await world.faults.release()
    await world.hasEnded()
    expect(world.things).toHaveLength(1)
    expect(world.log.entries()[0]).toMatchObject({
      effects_at: [expect.any(String)],
      stage: 'abandoned',
      status: null,
    })
  })
})
