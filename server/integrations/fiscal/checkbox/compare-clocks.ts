export type ClockComparison = ReturnType<typeof createClockComparison>

/** `Date` has whole seconds. */
const secondMs = 1000

/**
 * How far our clock is ahead of the one that wrote `Date`, negative when behind: the least difference that explains an
 * answer to a call made at `asked` and read at `answered`. null: the header is missing, or is of a copy that a proxy kept.
 */
export function aheadBy(headers: Headers, asked: Date, answered: Date): number | null {
  const theirs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(theirs) || headers.has('age')) return null
  return Math.max(0, asked.getTime() - theirs - secondMs) + Math.min(0, answered.getTime() - theirs)
}

/** The clock of Checkbox beside ours, as of its last answer. */
export function createClockComparison() {
  let ahead = 0
  return {
    aheadMs: (): number => ahead,
    note: (headers: Headers, asked: Date, answered: Date): void => {
      ahead = aheadBy(headers, asked, answered) ?? ahead
    },
  }
}
