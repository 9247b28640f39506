/** Time comes in through here, so that tests can hold it still. Leases and token ages use the database's clock instead. */
export interface Clock {
  now(): Date
  /** How many times longer than usual what is limited by real time may take. Only tests set it: their machine may be slow. */
  slack?: number
}

/** For a limit that real time is held against. */
export const realMs = ({ slack = 1 }: Clock, ms: number): number => ms * slack

export const systemClock: Clock = { now: () => new Date() }
