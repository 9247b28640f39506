import { afterEach, describe, expect, test, vi } from 'vitest'
import { createGathering } from './gathering.ts'

/** Questions that are answered when the test says so. */
function aSlowAnswer() {
  const asked: { keys: string[]; answer(text: string): void; fail(error: Error): void }[] = []
  const gathering = createGathering(
    (keys: string[]) => new Promise<string>((resolve, reject) => asked.push({ keys, answer: resolve, fail: reject })),
  )
  return { asked, gathering }
}

afterEach(() => void vi.useRealTimers())

describe('who asks at the same time', () => {
  test('is asked for together, but never given the answer that was already under way', async () => {
    const { asked, gathering } = aSlowAnswer()
    const first = gathering('a')
    const [second, third, again] = [gathering('b'), gathering('c'), gathering('b')]
    expect(asked.map(({ keys }) => keys)).toEqual([['a']])
    asked[0]?.answer('old')
    expect(await first).toBe('old')
    await expect.poll(() => asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c']])
    const late = gathering('d')
    asked[1]?.answer('new')
    expect(await Promise.all([second, third, again])).toEqual(['new', 'new', 'new'])
    await expect.poll(() => asked[2]?.keys).toEqual(['d'])
    asked[2]?.answer('newest')
    expect(await late).toBe('newest')
  })

  test('does not begin to wait for a question that stands still, nor for who waits for it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { asked, gathering } = aSlowAnswer()
    const askedFor = () => asked.map(({ keys }) => keys.join())
    const stuck = gathering('a')
    vi.advanceTimersByTime(1_999)
    const waiting = gathering('b')
    expect(askedFor()).toEqual(['a'])
    vi.advanceTimersByTime(1)
    const late = gathering('c')
    expect(askedFor()).toEqual(['a', 'c'])
    const [later, last] = [gathering('d'), gathering('e')]
    expect(askedFor()).toEqual(['a', 'c'])
    asked[1]?.answer('of c')
    expect(await late).toBe('of c')
    await expect.poll(askedFor).toEqual(['a', 'c', 'd,e'])

    const sixth = gathering('f')
    asked[0]?.answer('of a, at last')
    expect(await stuck).toBe('of a, at last')
    await expect.poll(askedFor).toEqual(['a', 'c', 'd,e', 'b'])
    // Whoever waited for the one that stood still is not in the way of who gathers now.
    const seventh = gathering('g')
    asked[2]?.answer('of d and e')
    expect(await Promise.all([later, last])).toEqual(['of d and e', 'of d and e'])
    await expect.poll(askedFor).toEqual(['a', 'c', 'd,e', 'b', 'f,g'])
    asked[3]?.answer('of b')
    asked[4]?.answer('of f and g')
    expect(await Promise.all([waiting, sixth, seventh])).toEqual(['of b', 'of f and g', 'of f and g'])
  })

  test('does not wait when nothing is asked', async () => {
    const { asked, gathering } = aSlowAnswer()
    for (const [place, key] of ['a', 'b'].entries()) {
      const answer = gathering(key)
      expect(asked[place]?.keys).toEqual([key])
      asked[place]?.answer(key)
      await answer
    }
  })

  test('hears of the failure of their own question only', async () => {
    const { asked, gathering } = aSlowAnswer()
    const first = gathering('a')
    const second = gathering('b')
    asked[0]?.fail(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    await expect.poll(() => asked).toHaveLength(2)
    asked[1]?.answer('fine')
    expect(await second).toBe('fine')
    const third = gathering('c')
    await expect.poll(() => asked).toHaveLength(3)
    asked[2]?.answer('still fine')
    expect(await third).toBe('still fine')
  })
})
