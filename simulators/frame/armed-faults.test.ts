import { expect, test } from 'vitest'
import { startExampleSimulator } from './example-simulator.ts'
import { startWorld, type World } from './test-client.ts'

const statuses = async (world: Pick<World, 'create'>, calls: number) => {
  const seen: number[] = []
  for (let call = 0; call < calls; call += 1) seen.push((await world.create()).status)
  return seen
}

test('two faults armed for one operation are applied in order, one a call', async () => {
  const world = await startWorld()
  world.arm({ kind: 'status', status: 500 })
  world.arm({ kind: 'status', status: 503 }, { times: 2 })
  expect(await statuses(world, 5)).toEqual([500, 503, 503, 201, 201])
  expect(world.things).toHaveLength(2)
  expect(world.faults.armed()).toEqual([])
})

test('a fault leaves the first calls alone when asked to', async () => {
  const world = await startWorld()
  world.arm({ kind: 'status', status: 500 }, { after: 2 })
  expect(await statuses(world, 4)).toEqual([201, 201, 500, 201])
})

test('a fault armed for always stays until it is disarmed', async () => {
  const world = await startWorld()
  world.arm({ kind: 'status', status: 500 }, { times: 'always' })
  expect(await statuses(world, 3)).toEqual([500, 500, 500])
  expect(world.faults.armed()).toMatchObject([{ seen: 3, fired: 3 }])
  expect(world.faults.disarm()).toBe(1)
  expect(await statuses(world, 1)).toEqual([201])
})

test('a fault hits its own operation only, and * hits all, also calls that fit no operation', async () => {
  const world = await startWorld()
  world.arm({ kind: 'status', status: 500 }, { operation: 'list_things' })
  expect((await world.create()).status).toBe(201)
  expect((await fetch(`${world.url}/things`)).status).toBe(500)

  world.arm({ kind: 'status', status: 503 }, { operation: '*', times: 3 })
  expect((await world.create()).status).toBe(503)
  expect((await fetch(`${world.url}/things/1`)).status).toBe(503)
  expect((await fetch(`${world.url}/nowhere`)).status).toBe(503)
  expect((await fetch(`${world.url}/nowhere`)).status).toBe(404)
  expect(world.things).toHaveLength(1)
})

test('a probability with a fixed seed gives the same sequence twice, and another with another seed', async () => {
  const sequence = async (seed: number) => {
    const world = await startWorld()
    world.arm({ kind: 'status', status: 500 }, { times: 'always', probability: 0.3, seed })
    return (await statuses(world, 40)).join(' ')
  }
  const first = await sequence(7)
  expect(first).toContain('500')
  expect(first).toContain('201')
  expect(await sequence(7)).toBe(first)
  expect(await sequence(8)).not.toBe(first)
})

test('what is decided for a call does not depend on what else is armed', async () => {
  const world = await startWorld()
  world.arm({ kind: 'status', status: 500 }, { times: 'always', probability: 0.5, seed: 7 })
  const alone = await statuses(world, 20)

  const crowded = await startWorld()
  crowded.arm({ kind: 'status', status: 418 }, { times: 5 })
  crowded.arm({ kind: 'status', status: 500 }, { times: 'always', probability: 0.5, seed: 7 })
  expect(await statuses(crowded, 20)).toEqual([418, 418, 418, 418, 418, ...alone.slice(5)])
})

test('without a seed of its own a fault takes one from the simulator, and the log tells which', async () => {
  const sequence = async () => {
    const simulator = await startExampleSimulator({ seed: 42 })
    const create = () => fetch(`${simulator.url}/things`, { method: 'POST', body: 'a lamp' })
    simulator.faults.arm({ operation: '*', fault: { kind: 'status', status: 500 }, times: 'always', probability: 0.5 })
    const seen = await statuses({ create }, 20)
    const hit = simulator.log.entries().find(({ faults }) => faults.length > 0)
    await simulator.close()
    return { seen, seed: hit?.faults[0]?.seed }
  }
  const first = await sequence()
  expect(first.seed).toBe(43)
  expect(await sequence()).toEqual(first)

  const world = await startWorld()
  world.arm({ kind: 'status', status: 500 }, { times: 'always', probability: 0.5, seed: 43 })
  expect(await statuses(world, 20)).toEqual(first.seen)
})

test('about the asked share of calls is hit', async () => {
  const world = await startWorld()
  world.arm({ kind: 'status', status: 500 }, { times: 'always', probability: 0.1, seed: 1 })
  const hits = (await statuses(world, 300)).filter((status) => status === 500)
  expect(hits.length).toBeGreaterThan(15)
  expect(hits.length).toBeLessThan(50)
})
