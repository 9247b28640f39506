/** Time comes in through here, so that tests can hold it still. Leases and token ages use the database's clock instead. */
export interface Clock {
  now(): Date
  /** Grows whatever is done to the other clock, but on Linux not while the machine sleeps. Without it: `performance.now()`. */
  monotonicMs?(): number
  /** Whose clock it is; without it the host's. */
  machine?: string
  /** It is not set by the database's clock, on purpose. Only tests say so: theirs stands where they put it. */
  is_unlike_database?: boolean
  /** How many times longer than usual what is limited by real time may take. Only tests set it: their machine may be slow. */
  slack?: number
}

/** For a limit that real time is held against. */
export const realMs = ({ slack = 1 }: Clock, ms: number): number => ms * slack

export const systemClock: Clock = { now: () => new Date() }
