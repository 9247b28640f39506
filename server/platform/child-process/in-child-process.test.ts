import { describe, expect, test } from 'vitest'
import type { Clock } from '../clock.ts'
import { inChildProcess, TooHeavy } from './in-child-process.ts'

const script = new URL('../../../test/support/child-process/misbehaving-child.ts', import.meta.url)
const clock: Clock = { now: () => new Date(), slack: 30 }

const ask = (what: string, longestMs = 60_000): Promise<string> =>
  inChildProcess<string>(clock, { script, parts: [what], longestMs, mostMemoryMb: 64 })

describe('work in a child process', () => {
  test('is answered, one after another by the same child', async () => {
    expect([await ask('one'), await ask('two'), await ask('three')]).toEqual(['one', 'two', 'three'])
  })

  test('that never ends is ended, and the next is answered', async () => {
    await expect(ask('never end', 10)).rejects.toBeInstanceOf(TooHeavy)
    expect(await ask('next')).toBe('next')
  })

  test('that eats memory is ended, and the service lives on', async () => {
    await expect(ask('eat memory')).rejects.toBeInstanceOf(TooHeavy)
    expect(await ask('next')).toBe('next')
  })

  test('that falls over is a fault of ours, told with its place, and the next is answered', async () => {
    await expect(ask('fall over')).rejects.toThrow('fallen over')
    expect(await ask('next')).toBe('next')
  })

  test('is done without the settings of the service, and so without its keys', async () => {
    expect(await ask('tell the settings')).toBe('')
  })

  test('beyond two at once and eight that wait is refused with when to come again', async () => {
    const asked = Array.from({ length: 11 }, (_none, place) => ask(String(place)))
    const ends = await Promise.allSettled(asked)
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason.code)))).toEqual([
      ...Array.from({ length: 10 }, (_none, place) => String(place)),
      'server.files_waiting',
    ])
  })
})
