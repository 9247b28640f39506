/** More than the answer of a busy machine takes, and less than what a receipt's times are about. */
const shownFromMs = 60_000

/** By so much no machine drifts: it was set by hand, or woke up with another time, and nothing it says of times is to be relied on. */
const stopsFromMs = 3_600_000

export const isApart = (ahead_ms: number): boolean => Math.abs(ahead_ms) > shownFromMs
export const stopsSending = (ahead_ms: number): boolean => Math.abs(ahead_ms) > stopsFromMs

/** The least difference that explains an answer with their time to a question of ours. */
export const aheadOf = (theirs: Date, asked: Date, answered: Date): number =>
  Math.max(0, asked.getTime() - theirs.getTime()) + Math.min(0, answered.getTime() - theirs.getTime())
