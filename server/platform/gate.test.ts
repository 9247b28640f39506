import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

async function after(microtasks: number): Promise<void> {
  for (let count = 0; count < microtasks; count += 1) await Promise.resolve()
}

test.each(Array.from({ length: 12 }, (_, steps) => steps))(
  'a newcomer does not slip in beside the waiter that is being woken (%i steps after the end)',
  async (steps) => {
    const through = createGate(1)
    let running = 0
    let most = 0
    const work = async (end: Promise<void>): Promise<void> => {
      running += 1
      most = Math.max(most, running)
      await end
      running -= 1
    }
    const first = Promise.withResolvers<void>()
    const all = [through(() => work(first.promise)), through(() => work(after(20)))]
    first.resolve()
    all.push(after(steps).then(() => through(() => work(after(20)))))
    await Promise.all(all)
    expect(most).toBe(1)
  },
)

test('as many as there are places run at once, in the order they came, and a failure gives its place back', async () => {
  const through = createGate(2)
  const began: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const all = ends.map(({ promise }, number) =>
    through(() => {
      began.push(number)
      return promise
    }),
  )
  await after(5)
  expect(began).toEqual([0, 1])
  ends[1]?.reject(new Error('it broke'))
  await expect(all[1]).rejects.toThrow('it broke')
  await after(5)
  expect(began).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  await Promise.allSettled(all)
  expect(began).toEqual([0, 1, 2, 3, 4])
})
