import { describe, expect, test } from 'vitest'
import { createRaw, startWorld } from './test-client.ts'

test('a duplicate effect happens twice behind one answer, the first', async () => {
  const world = await startWorld()
  world.arm({ kind: 'duplicate_effect' })
  const answer = await world.create()
  expect(await answer.json()).toEqual({ id: 1, made_from: 'a lamp' })
  await world.hasEnded()
  expect(world.lastCall()).toEqual({ things: 2, effects: 2, stage: 'answered', status: 201 })
})

describe('late effect', () => {
  test('comes after its delay behind a connection that was reset long ago', async () => {
    const world = await startWorld()
    world.arm({ kind: 'late_effect', delay_ms: 60_000 })
    const raw = createRaw(world.url)
    expect(await raw.ended).toBe('ECONNRESET')
    await world.hasEnded()
    expect(world.lastCall()).toEqual({ things: 0, effects: 0, stage: 'cut', status: null })
    expect(world.log.entries()[0]?.effect_pending).toBe(true)

    await world.clock.advance(59_999)
    expect(world.things).toHaveLength(0)
    await world.clock.advance(1)
    expect(world.things).toEqual(['a lamp'])
    expect(world.log.entries()[0]).toMatchObject({ effect_pending: false, effects_at: ['2025-01-06T08:01:00.000Z'] })
  })

  test('comes after a gateway has answered 504', async () => {
    const world = await startWorld()
    world.arm({ kind: 'late_effect', delay_ms: 60_000, meanwhile: 'gateway_timeout' })
    const answer = await world.create()
    expect(answer.status).toBe(504)
    expect(await answer.text()).toContain('<h1>504</h1>')
    expect(world.things).toHaveLength(0)
    await world.clock.advance(60_000)
    expect(world.things).toHaveLength(1)
  })

  test('is answered when it comes, to a client that kept waiting', async () => {
    const world = await startWorld()
    world.arm({ kind: 'late_effect', delay_ms: 60_000, meanwhile: 'hang' })
    const answer = world.create()
    await world.isHeld()
    await world.clock.advance(60_000)
    expect((await answer).status).toBe(201)
    expect(world.things).toHaveLength(1)
  })

  test('comes although the waiting client was let go without an answer', async () => {
    const world = await startWorld()
    world.arm({ kind: 'late_effect', delay_ms: 60_000, meanwhile: 'hang' })
    const raw = createRaw(world.url)
    await world.isHeld()
    await world.faults.release()
    expect(await raw.ended).toBe('ECONNRESET')
    expect(world.things).toHaveLength(0)
    await world.clock.advance(60_000)
    expect(world.things).toHaveLength(1)
  })
})

describe('latency', () => {
  test('is waited for before the effect', async () => {
    const world = await startWorld()
    world.arm({ kind: 'latency', ms: 300 })
    const answer = world.create()
    await world.log.waitFor((entries) => entries[0]?.faults.length === 1)
    await world.clock.advance(299)
    expect(world.things).toHaveLength(0)
    await world.clock.advance(1)
    expect((await answer).status).toBe(201)
    expect(world.lastCall()).toMatchObject({ things: 1, effects: 1 })
  })

  test('comes on top of another fault, whichever was armed first', async () => {
    const world = await startWorld()
    world.arm({ kind: 'latency', ms: 300 }, { times: 'always' })
    world.arm({ kind: 'null_body' })
    world.arm({ kind: 'latency', ms: 200 })
    const answer = world.create()
    await world.log.waitFor((entries) => entries[0]?.faults.length === 3)
    await world.clock.advance(499)
    expect(world.log.entries()[0]?.status).toBeNull()
    await world.clock.advance(1)
    expect(await (await answer).text()).toBe('null')
    expect(world.faults.armed()).toHaveLength(1)
  })
})
