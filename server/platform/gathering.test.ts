import { describe, expect, test } from 'vitest'
import { createGathering } from './gathering.ts'

/** Questions that are answered when the test says so. */
function aSlowAnswer() {
  const asked: { keys: string[]; answer(text: string): void; fail(error: Error): void }[] = []
  const gathering = createGathering(
    (keys: string[]) => new Promise<string>((resolve, reject) => asked.push({ keys, answer: resolve, fail: reject })),
  )
  return { asked, gathering }
}

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
