import { expect, test, vi } from 'vitest'
import { createHandClock, createRealClock, sleep } from './clock.ts'

const never = new AbortController().signal

test('a hand clock stands still until it is advanced', async () => {
  const clock = createHandClock(1000)
  expect(clock.now()).toBe(1000)
  await clock.advance(250)
  expect(clock.now()).toBe(1250)
})

test('timers run in order of time, equal times as asked for, each at its own moment', async () => {
  const clock = createHandClock(0)
  const seen: string[] = []
  const mark = (name: string) => () => seen.push(`${name} at ${clock.now()}`)
  clock.after(30, mark('late'))
  clock.after(10, mark('first'))
  clock.after(10, mark('second'))
  clock.after(31, mark('not yet'))
  await clock.advance(30)
  expect(seen).toEqual(['first at 10', 'second at 10', 'late at 30'])
})

test('a timer set by a timer runs within the same advance when it falls due there', async () => {
  const clock = createHandClock(0)
  const seen: number[] = []
  const tick = () => {
    seen.push(clock.now())
    clock.after(10, tick)
  }
  clock.after(10, tick)
  await clock.advance(35)
  expect(seen).toEqual([10, 20, 30])
  expect(clock.now()).toBe(35)
})

test('a sleeper in a loop wakes as often as its time has passed', async () => {
  const clock = createHandClock(0)
  let woken = 0
  void (async () => {
    while (woken < 100) {
      await sleep(clock, 10, never)
      for (const step of [1, 2, 3]) await Promise.resolve(step)
      woken += 1
    }
  })()
  await clock.advance(50)
  expect(woken).toBe(5)
})

test('an advance waits for what it has started, and a second one for the first', async () => {
  const clock = createHandClock(0)
  const seen: string[] = []
  clock.after(10, async () => {
    await new Promise(setImmediate)
    seen.push('slow')
  })
  clock.after(20, () => seen.push('next'))
  await Promise.all([clock.advance(15), clock.advance(15)])
  expect(seen).toEqual(['slow', 'next'])
  expect(clock.now()).toBe(30)
})

test('a cancelled timer does not run, an aborted sleeper wakes at once', async () => {
  const clock = createHandClock(0)
  const run = vi.fn()
  clock.after(10, run)()
  const abort = new AbortController()
  const slept = sleep(clock, 1000, abort.signal)
  abort.abort()
  await slept
  await clock.advance(2000)
  expect(run).not.toHaveBeenCalled()
})

test('a real clock follows real time and can be pushed ahead of it', async () => {
  const clock = createRealClock()
  const before = Date.now()
  const now = clock.now()
  expect(now).toBeGreaterThanOrEqual(before - 1)
  expect(now).toBeLessThanOrEqual(Date.now() + 1)
  await new Promise<void>((resolve) => clock.after(5, resolve))

  const run = vi.fn()
  clock.after(60_000, run)
  await clock.advance(59_000)
  expect(run).not.toHaveBeenCalled()
  await clock.advance(1000)
  expect(run).toHaveBeenCalledOnce()
  expect(clock.now()).toBeGreaterThanOrEqual(before + 59_950)
})

test('a real clock pushed ahead of a timer that waits shortens the real wait', async () => {
  const clock = createRealClock()
  const woken = new Promise<void>((resolve) => clock.after(60_000, resolve))
  const before = performance.now()
  await clock.advance(59_990)
  await woken
  expect(performance.now() - before).toBeLessThan(30_000)
})
