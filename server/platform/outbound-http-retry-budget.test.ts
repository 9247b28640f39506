import { expect, test } from 'vitest'
import { createRetryBudget, freshRetryBudget, noteCall, takeRetry } from './outbound-http-retry-budget.ts'

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
    if (budget.takeRetry()) retries += 1
  }
  expect(retries).toBeLessThanOrEqual(7200 / 10 + 3)
  expect(retries).toBeGreaterThan(600)
})
