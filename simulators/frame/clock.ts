/**
 * The time of a simulated world. A `real` clock follows the machine, a `hand` clock stops; both can be pushed forward
 * with `advance`, so a person at `npm run simulate` may skip two days and a test may skip exactly one second.
 */
export interface WorldClock {
  readonly mode: 'real' | 'hand'
  /** Milliseconds since 1970, as Date.now(). */
  now(): number
  /**
   * Runs once the delay has passed; gives back what cancels it. The run must not itself wait for this clock:
   * `advance` waits for the run, so the two would wait for each other.
   */
  after(delayMs: number, run: () => unknown): () => void
  /** Runs what falls due on the way, in order of time (equal times: in the order of the calls), each seeing its own moment as now. */
  advance(ms: number): Promise<void>
}

export const createRealClock = (): WorldClock => createClock('real', () => Date.now())

export const createHandClock = (startMs = Date.UTC(2025, 0, 6, 8)): WorldClock => createClock('hand', () => startMs)

interface Timer {
  due: number
  run: () => unknown
}

/** The longest delay setTimeout takes as it is; a longer wait is simply looked at again. */
const longestTimeoutMs = 2 ** 31 - 1

const createClock = (mode: WorldClock['mode'], unmovedNow: () => number): WorldClock => {
  let timers: Timer[] = []
  let movedMs = 0
  let wake: NodeJS.Timeout | undefined
  let lastAdvance = Promise.resolve()

  const now = () => unmovedNow() + movedMs

  const remove = (timer: Timer) => {
    timers = timers.filter((other) => other !== timer)
    setWake()
  }

  const takeDueBy = (time: number) => {
    const next = timers[0]
    if (next === undefined || next.due > time) return undefined
    remove(next)
    return next
  }

  const setWake = () => {
    clearTimeout(wake)
    const next = timers[0]
    if (mode === 'hand' || next === undefined) return
    wake = setTimeout(runDue, Math.min(Math.max(next.due - now(), 0), longestTimeoutMs))
  }

  const runDue = () => {
    for (let timer = takeDueBy(now()); timer !== undefined; timer = takeDueBy(now())) void timer.run()
    setWake()
  }

  const moveTo = (time: number) => {
    movedMs += Math.max(time - now(), 0)
  }

  const advanceNow = async (ms: number) => {
    const target = now() + ms
    for (let timer = takeDueBy(target); timer !== undefined; timer = takeDueBy(target)) {
      moveTo(timer.due)
      await timer.run()
      await sleepersToGoOn()
    }
    moveTo(target)
    setWake()
  }

  return {
    mode,
    now,
    after: (delayMs, run) => {
      const timer = { due: now() + delayMs, run }
      const later = timers.findIndex((other) => other.due > timer.due)
      timers = later === -1 ? [...timers, timer] : timers.toSpliced(later, 0, timer)
      setWake()
      return () => remove(timer)
    },
    // One after another: two at once would run timers out of order.
    advance: (ms) => (lastAdvance = lastAdvance.then(() => advanceNow(ms))),
  }
}

/** Code that slept until this moment runs now, and so may set a next timer that is due within the same advance. */
const sleepersToGoOn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Resolves when the time has passed or the signal is aborted. */
export const sleep = (clock: WorldClock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const stop = () => {
      cancel()
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const cancel = clock.after(ms, stop)
    signal.addEventListener('abort', stop)
  })
