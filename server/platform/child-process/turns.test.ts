import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const clock = { now: () => new Date() }
const bounds = { atOnce: 1, mostWaiting: 2, longestWaitMs: 600_000 }
const refusal = { code: 'server.files_waiting', params: { seconds: 10 } }

test('who comes first is served first, and a place that is given on is never lost', async () => {
  const turns = createTurns(bounds)
  const first = Promise.withResolvers<void>()
  const order: number[] = []
  const work = (name: number) => turns(clock, async () => void order.push(name))
  const held = turns(clock, () => first.promise)
  const waiting = [work(1), work(2)]
  first.resolve()
  await Promise.all([held, ...waiting])
  await work(3)
  expect(order).toEqual([1, 2, 3])
})

test('who comes when the line is full is told to come again, and those in the line stay in it', async () => {
  const turns = createTurns(bounds)
  const first = Promise.withResolvers<void>()
  const held = turns(clock, () => first.promise)
  const waiting = [turns(clock, async () => 'one'), turns(clock, async () => 'two')]
  await expect(turns(clock, async () => 'three')).rejects.toMatchObject(refusal)
  first.resolve()
  await held
  expect(await Promise.all(waiting)).toEqual(['one', 'two'])
})

test('who has waited too long is told to come again, and takes no place with it', async () => {
  const turns = createTurns({ ...bounds, longestWaitMs: 1 })
  const first = Promise.withResolvers<void>()
  const held = turns(clock, () => first.promise)
  await expect(turns(clock, async () => 'late')).rejects.toMatchObject(refusal)
  first.resolve()
  await held
  expect(await turns(clock, async () => 'next')).toBe('next')
})

test('work that fails gives its place on', async () => {
  const turns = createTurns(bounds)
  const failing = turns(clock, () => Promise.reject(new Error('failed')))
  const next = turns(clock, async () => 'next')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('next')
})
