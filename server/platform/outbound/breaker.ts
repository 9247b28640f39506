import type { Clock } from '../clock.ts'

/**
 * Does not call a sick system for a while, so that it can recover and callers do not wait in vain. Closed: calls go out. Open, after enough
 * failures in a short time: none does. Half open, when the wait is over: one call goes out, and decides.
 */
export interface BreakerState {
  /** Results of the last half minute, oldest first. */
  results: readonly { at: number; ok: boolean }[]
  open: { since: number; step: number; probing: boolean } | null
}

const windowMs = 30_000
const leastFailures = 5
const leastShare = 0.5
/** Each wait after a failed probe is the next one; the last one repeats. */
const waitsMs = [15_000, 30_000, 60_000] as const

export const closedBreaker: BreakerState = { results: [], open: null }

/** `go` and `probe` must be followed by `noteResult`; `wait` means that the call must not be made. */
export type Pass = 'go' | 'probe'

export function askBreaker(state: BreakerState, now: number): { state: BreakerState; answer: Pass | 'wait' } {
  const { open } = state
  if (open === null) return { state, answer: 'go' }
  if (open.probing || msToProbe(state, now) > 0) return { state, answer: 'wait' }
  return { state: { ...state, open: { ...open, probing: true } }, answer: 'probe' }
}

/** `null`: the call was cancelled and proves nothing. */
export function noteResult(state: BreakerState, now: number, pass: Pass, ok: boolean | null): BreakerState {
  const { open } = state
  if (pass === 'probe' && open !== null) {
    if (ok === null) return { ...state, open: { ...open, probing: false } }
    return ok ? closedBreaker : { results: [], open: { since: now, step: open.step + 1, probing: false } }
  }
  // A call that left before the breaker opened says nothing about now.
  if (open !== null || ok === null) return state
  const results = [...state.results.filter(({ at }) => at > now - windowMs && at <= now), { at: now, ok }]
  const failures = results.filter((result) => !result.ok).length
  const isSick = failures >= leastFailures && failures >= results.length * leastShare
  return isSick ? { results: [], open: { since: now, step: 0, probing: false } } : { results, open: null }
}

export const tripped = (state: BreakerState, now: number): BreakerState =>
  state.open === null ? { results: [], open: { since: now, step: 0, probing: false } } : state

/** 0 when a call may go out. A clock set back does not keep it open for longer than one wait. */
export function msToProbe({ open }: BreakerState, now: number): number {
  if (open === null || now < open.since) return 0
  const wait = waitsMs[Math.min(open.step, waitsMs.length - 1)] ?? 0
  return Math.max(0, open.since + wait - now)
}

export function createBreaker(clock: Clock) {
  let state = closedBreaker
  const now = () => clock.now().getTime()
  return {
    isOpen: () => state.open !== null,
    /** When the next call may be tried. */
    opensAt: (): Date => new Date(now() + msToProbe(state, now())),
    /** Opens it at once: one answer showed that more calls can do no good. Open already, it stays as it is. */
    trip: (): void => {
      state = tripped(state, now())
    },
    /** `null` from `call` when it was not made. `isOk` tells what its result says about the other side, null: nothing. */
    run: async <Result>(
      call: () => Promise<Result>,
      isOk: (result: Result) => boolean | null,
    ): Promise<Result | null> => {
      const asked = askBreaker(state, now())
      state = asked.state
      if (asked.answer === 'wait') return null
      let ok: boolean | null = null
      try {
        const result = await call()
        ok = isOk(result)
        return result
      } finally {
        state = noteResult(state, now(), asked.answer, ok)
      }
    },
  }
}
