import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Deadline } from './deadline.ts'
import type { Logger } from '../log.ts'
import { createBreaker } from './breaker.ts'
import { createRetryBudget } from './retry-budget.ts'
import { randomFraction } from '../random.ts'

/** What one try says of the other side, and of another try. */
export interface Judgement {
  /** `ill` is counted by the breaker; `nothing`: it was not asked, or its answer proves nothing of it. */
  says: 'well' | 'ill' | 'nothing'
  /** Another try at once may help. */
  again: boolean
  /** One such answer is enough: more calls can do no good until a person mends it, so the breaker opens at once. */
  trips: boolean
  /** null: nothing went wrong. Free of secrets: it is logged, and shown while the other side is not called. */
  failure: { kind: string; detail: string } | null
}

export const wentWell: Judgement = { says: 'well', again: false, trips: false, failure: null }

export interface CallOnLine<Outcome> {
  /** Each line has a breaker of its own: what is wrong with one account says nothing of another. */
  line: string
  /** More than one only for what may be done twice. */
  attempts: number
  /** For the log. */
  operation: string
  once: () => Promise<Outcome>
  judge: (outcome: Outcome) => Judgement
  deadline: Deadline
}

/** `resting`: no call was made, because the other side is ill and not called until then. `last`: why, in its own words. */
export type LoopOutcome<Outcome> =
  | { kind: 'called'; outcome: Outcome }
  | { kind: 'resting'; until: Date; last: string | null }

export interface CallLoopOptions {
  clock: Clock
  /** The name of the other side, for the log. */
  name: string
  longestBackoffMs: number
  /** From 0 to 1, for the length of the wait before another try. */
  random?: (() => number) | undefined
  log?: Pick<Logger, 'warn'> | undefined
}

/** More lines than there are accounts: only a flood of invented ones gets there, and it shall not fill the memory. */
const mostLines = 1000

/**
 * Every call of an outside system goes through here. A try that failed is repeated only if that may help, the caller still
 * waits, and the retries of the last minute are not used up; a side that is ill is not called for a while.
 */
export function createCallLoop({ clock, name, log, longestBackoffMs, random = randomFraction }: CallLoopOptions) {
  const budget = createRetryBudget(clock)
  const lines = new Map<string, { breaker: ReturnType<typeof createBreaker>; last: string | null }>()

  const lineOf = (key: string) => {
    const known = lines.get(key)
    if (known !== undefined) return known
    const [oldest] = lines.keys()
    if (lines.size >= mostLines && oldest !== undefined) lines.delete(oldest)
    const line = { breaker: createBreaker(clock), last: null }
    lines.set(key, line)
    return line
  }

  return async <Outcome>(call: CallOnLine<Outcome>): Promise<LoopOutcome<Outcome>> => {
    const { attempts, operation, once, deadline } = call
    const line = lineOf(call.line)
    // A call that was given up proves nothing of the other side.
    const judge = (outcome: Outcome): Judgement =>
      deadline.signal?.aborted ? { ...call.judge(outcome), says: 'nothing', again: false } : call.judge(outcome)
    const started = performance.now()

    budget.noteCall()
    let reached: LoopOutcome<Outcome> = { kind: 'resting', until: line.breaker.opensAt(), last: line.last }
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const tried = await line.breaker.run(once, (outcome) => isWell[judge(outcome).says])
      if (tried === null) break
      reached = { kind: 'called', outcome: tried }
      const { says, again, trips, failure } = judge(tried)
      if (failure === null) break
      if (says === 'ill') line.last = failure.detail
      if (trips) line.breaker.trip()
      const ms = Math.round(performance.now() - started)
      log?.warn({ kind: failure.kind, operation, attempt, ms }, `${name} call failed`)
      const backoffMs = random() * longestBackoffMs
      if (attempt === attempts || !again || !budget.takeRetry(deadline.leftMs() - backoffMs)) break
      await wait(backoffMs, undefined, deadline.signal ? { signal: deadline.signal } : {}).catch(() => undefined)
    }
    return reached
  }
}

const isWell = { well: true, ill: false, nothing: null } as const
