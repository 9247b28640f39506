import { describe, expect, test } from 'vitest'
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

describe('before a full gate', () => {
  /** One place, which is taken; what is asked for after that is noted when it begins. */
  function busyGate(most: number) {
    const through = createGate(1, { most, refusal: () => new Error('too many') })
    const first = Promise.withResolvers<void>()
    const began: string[] = []
    const all = [through(() => first.promise)]
    const refused: string[] = []
    const come = (name: string, from: string | null) =>
      all.push(through(async () => void began.push(name), from).catch(() => void refused.push(name)))
    const done = async () => {
      await after(5)
      first.resolve()
      await Promise.all(all)
      return { began, refused }
    }
    return { through, come, done }
  }

  test('strangers take turns by where they come from, and whom we know goes before all of them', async () => {
    const { come, done } = busyGate(20)
    for (const name of ['a1', 'a2', 'a3']) come(name, 'a')
    come('b1', 'b')
    come('olena', null)
    come('b2', 'b')
    expect(await done()).toEqual({ began: ['olena', 'a1', 'b1', 'a2', 'b2', 'a3'], refused: [] })
  })

  test('one place cannot fill the queue: its last gives way to whoever comes from elsewhere', async () => {
    const { come, done } = busyGate(3)
    for (const name of ['a1', 'a2', 'a3', 'a4']) come(name, 'a')
    come('b1', 'b')
    for (let number = 0; number < 30; number += 1) come(`known${number}`, null)
    const { began, refused } = await done()
    expect(refused).toEqual(['a4', 'a3'])
    expect(began.slice(0, 30).every((name) => name.startsWith('known'))).toBe(true)
    expect(began.slice(30)).toEqual(['a1', 'b1', 'a2'])
  })

  test('where all have one waiting, the newcomer is too many; and a place that was left is free again', async () => {
    const { through, come, done } = busyGate(2)
    come('a1', 'a')
    come('b1', 'b')
    come('c1', 'c')
    expect(through.load()).toEqual({ working: 1, strangers: 2 })
    expect(await done()).toEqual({ began: ['a1', 'b1'], refused: ['c1'] })
    expect(through.load()).toEqual({ working: 0, strangers: 0 })
  })
})
