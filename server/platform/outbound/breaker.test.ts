import { expect, test } from 'vitest'
import { askBreaker, closedBreaker, createBreaker, msToProbe, noteResult } from './breaker.ts'
import type { BreakerState } from './breaker.ts'
import { createRetryBudget } from './retry-budget.ts'

/** Results one second apart from 0, of calls made while closed. */
const after = (results: readonly boolean[], stepMs = 1000): BreakerState =>
  results.reduce((state, ok, index) => noteResult(state, index * stepMs, 'go', ok), closedBreaker)

test('four failures leave it closed, the fifth opens it for 15 s', () => {
  expect(after([false, false, false, false]).open).toBeNull()
  const open = after([false, false, false, false, false])
  expect(askBreaker(open, 4000).answer).toBe('wait')
  expect(askBreaker(open, 18_999).answer).toBe('wait')
  expect(askBreaker(open, 19_000).answer).toBe('probe')
})

test('five failures among more successes leave it closed; at one half it opens', () => {
  const good = Array.from({ length: 6 }, () => true)
  const bad = Array.from({ length: 5 }, () => false)
  expect(after([...good, ...bad]).open).toBeNull()
  expect(after([...good, ...bad, false]).open).not.toBeNull()
})

test('failures further apart than half a minute are forgotten', () => {
  expect(
    after(
      Array.from({ length: 50 }, () => false),
      7600,
    ).open,
  ).toBeNull()
  expect(
    after(
      Array.from({ length: 50 }, () => false),
      7400,
    ).open,
  ).not.toBeNull()
})

test('only one probe at a time goes out; a failed one waits 30 s, then 60 s, and 60 s from then on', () => {
  let state = after([false, false, false, false, false], 0)
  let now = 0
  for (const wait of [15_000, 30_000, 60_000, 60_000]) {
    expect(msToProbe(state, now)).toBe(wait)
    now += wait
    const first = askBreaker(state, now)
    expect(first.answer).toBe('probe')
    expect(askBreaker(first.state, now).answer).toBe('wait')
    state = noteResult(first.state, now, 'probe', false)
  }
})

test('a probe that succeeds closes it, and the next opening starts from 15 s', () => {
  const open = after([false, false, false, false, false], 0)
  const closed = noteResult(askBreaker(open, 15_000).state, 15_000, 'probe', true)
  expect(closed).toEqual(closedBreaker)
})

test('a cancelled probe proves nothing: the next call probes', () => {
  const probing = askBreaker(after([false, false, false, false, false], 0), 15_000).state
  expect(askBreaker(noteResult(probing, 15_000, 'probe', null), 15_000).answer).toBe('probe')
})

test('tripped, it is open at once for 15 s; tripped again, it waits no longer', async () => {
  let now = 0
  const breaker = createBreaker({ now: () => new Date(now) })
  const call = () =>
    breaker.run(
      async () => 'up',
      () => true,
    )
  breaker.trip()
  expect(await call()).toBeNull()
  now = 10_000
  breaker.trip()
  expect(breaker.opensAt()).toEqual(new Date(15_000))
  now = 15_000
  expect(await call()).toBe('up')
  expect(breaker.isOpen()).toBe(false)
})

test('a call that left before it opened changes nothing when it comes back', () => {
  const open = after([false, false, false, false, false], 0)
  expect(noteResult(open, 1000, 'go', true)).toBe(open)
  expect(noteResult(open, 1000, 'go', false)).toBe(open)
})

test('a clock set back by a day does not keep it open for a day', () => {
  const open = noteResult(after([false, false, false, false], 0), 86_400_000, 'go', false)
  expect(open.open).toBeNull()
  const late = Array.from({ length: 5 }).reduce<BreakerState>(
    (state) => noteResult(state, 86_400_000, 'go', false),
    closedBreaker,
  )
  expect(askBreaker(late, 0).answer).toBe('probe')
})

test('a call that throws is no result, and the probe is given back', async () => {
  let now = 0
  const breaker = createBreaker({ now: () => new Date(now) })
  const fail = () =>
    breaker.run(
      async () => 'down',
      () => false,
    )
  for (let call = 0; call < 5; call += 1) expect(await fail()).toBe('down')
  expect(await fail()).toBeNull()
  expect(breaker.opensAt()).toEqual(new Date(15_000))
  now = 15_000
  const broken = breaker.run(
    () => Promise.reject(new Error('a mistake of ours')),
    () => true,
  )
  await expect(broken).rejects.toThrow('a mistake of ours')
  expect(
    await breaker.run(
      async () => 'up',
      () => true,
    ),
  ).toBe('up')
  expect(breaker.isOpen()).toBe(false)
})

test('a system that is down and up by turns of 5 s for an hour gets no storm: at most 1.1 calls for each asked for', async () => {
  let now = 0
  const clock = { now: () => new Date(now) }
  const [breaker, budget] = [createBreaker(clock), createRetryBudget(clock)]
  const counts = { wanted: 0, made: 0, retried: 0, refused: 0 }
  const call = () =>
    breaker.run(
      async () => {
        counts.made += 1
        return Math.floor(now / 5000) % 2 === 0
      },
      (isUp) => isUp,
    )
  for (; now < 3_600_000; now += 1000) {
    counts.wanted += 1
    budget.noteCall()
    const result = await call()
    if (result === null) counts.refused += 1
    if (result !== false || !budget.takeRetry(1_000)) continue
    counts.retried += 1
    await call()
  }
  expect(counts.made).toBeLessThanOrEqual(counts.wanted * 1.1)
  expect(counts.retried).toBeLessThanOrEqual(counts.wanted * 0.1)
  // It neither gives up on the system nor lets every failure through.
  expect(counts.made).toBeGreaterThan(200)
  expect(counts.refused).toBeGreaterThan(1000)
})
