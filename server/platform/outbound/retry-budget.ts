import type { Clock } from '../clock.ts'

/**
 * Retries help against a hiccup and make an outage worse, so they are rationed: within any minute at most a tenth of the
 * calls, and three in any case, because a system that is called rarely would otherwise get none.
 */
export interface RetryBudgetState {
  calls: readonly number[]
  retries: readonly number[]
}

const windowMs = 60_000
const share = 0.1
const least = 3
/** The timer of a deadline may ring a moment early: what is left then is too short for another try. */
const worthATryMs = 20

export const freshRetryBudget: RetryBudgetState = { calls: [], retries: [] }

export const noteCall = (state: RetryBudgetState, now: number): RetryBudgetState => ({
  calls: [...lastMinute(state.calls, now), now],
  retries: lastMinute(state.retries, now),
})

/** Takes one retry if there is one left; `null` when there is none. */
export function takeRetry(state: RetryBudgetState, now: number): RetryBudgetState | null {
  const calls = lastMinute(state.calls, now)
  const retries = lastMinute(state.retries, now)
  if (retries.length >= Math.max(least, Math.floor(calls.length * share))) return null
  return { calls, retries: [...retries, now] }
}

/** What lies ahead of now was noted before the clock was set back, and counts no more. */
const lastMinute = (times: readonly number[], now: number): number[] =>
  times.filter((at) => at > now - windowMs && at <= now)

export function createRetryBudget(clock: Clock) {
  let state = freshRetryBudget
  const now = () => clock.now().getTime()
  return {
    noteCall: (): void => {
      state = noteCall(state, now())
    },
    /** `left_ms`: how long the retry would have. */
    takeRetry: (left_ms: number): boolean => {
      if (left_ms <= worthATryMs) return false
      const taken = takeRetry(state, now())
      if (taken !== null) state = taken
      return taken !== null
    },
  }
}
