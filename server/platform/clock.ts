/** Time comes in through here, so that tests can hold it still. Leases and token ages use the database's clock instead. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
