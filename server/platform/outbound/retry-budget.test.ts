import { expect, test } from 'vitest'
import { createRetryBudget, freshRetryBudget, noteCall, takeRetry } from './retry-budget.ts'

const afterCalls = (count: number, at = 0) =>
  Array.from({ length: count }).reduce<typeof freshRetryBudget>((state) => noteCall(state, at), freshRetryBudget)

const retriesLeft = (given: typeof freshRetryBudget, now: number): number => {
  let left = 0
  for (let state = takeRetry(given, now); state !== null; state = takeRetry(state, now)) left += 1
  return left
}

test.each([
  [0, 3],
  [1, 3],
  [39, 3],
  [40, 4],
  [100, 10],
  [109, 10],
])('%i calls in a minute allow %i retries', (calls, retries) => {
  expect(retriesLeft(afterCalls(calls), 0)).toBe(retries)
})

test('a minute later calls and retries are forgotten', () => {
  let state = afterCalls(100)
  for (let left = takeRetry(state, 0); left !== null; left = takeRetry(state, 0)) state = left
  expect(retriesLeft(state, 59_999)).toBe(0)
  expect(retriesLeft(state, 60_000)).toBe(3)
  expect(noteCall(state, 60_000)).toEqual({ calls: [60_000], retries: [] })
})

test('in an hour of failures retries stay within a tenth of the calls and three a minute', () => {
  let now = 0
  const budget = createRetryBudget({ now: () => new Date(now) })
  let retries = 0
  for (; now < 3_600_000; now += 500) {
    budget.noteCall()
    if (budget.takeRetry(1_000)) retries += 1
  }
  expect(retries).toBeLessThanOrEqual(7200 / 10 + 3)
  expect(retries).toBeGreaterThan(600)
})

test('there is no retry in the last milliseconds of a deadline, and none is used up by asking for it', () => {
  const budget = createRetryBudget({ now: () => new Date(0) })
  for (const left_ms of [-1, 0, 1, 20]) expect(budget.takeRetry(left_ms)).toBe(false)
  expect([1, 2, 3, 4].map(() => budget.takeRetry(21))).toEqual([true, true, true, false])
})
