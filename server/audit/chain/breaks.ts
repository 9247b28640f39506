/** One place of the log that is not as it was written, or (with `to_seq`) a run of places. */
export interface Break {
  what: 'missing' | 'inserted' | 'other' | 'changed'
  seq: number | null
  to_seq?: number | undefined
  id: string | null
  reason: string
}

/** Of the log as a whole, or of what stands beside it. */
export const other = (reason: string, seq: number | null = null, id: string | null = null): Break => ({
  what: 'other',
  seq,
  id,
  reason,
})

/** Neighbours of one kind become a run, so that a lost key is one break and not a million. */
export function addBreak(found: Break[], one: Break): Break[] {
  const last = found.at(-1)
  const isNext =
    last !== undefined && last.what === one.what && last.reason === one.reason && one.seq === endOf(last) + 1
  if (isNext) found.splice(-1, 1, { ...last, to_seq: one.to_seq ?? one.seq ?? undefined, id: null })
  else found.push(one)
  return found
}

const endOf = ({ seq, to_seq = seq ?? NaN }: Break): number => to_seq

/** Whether one of these is this break. One of the log as a whole may point to the place of any other. */
export const isNamedIn = (named: readonly Break[], one: Break): boolean =>
  named.some((known) => {
    if (known.what !== one.what && one.what !== 'other') return false
    if (known.seq === null || one.seq === null) return one.id !== null && known.id === one.id
    return known.seq <= one.seq && endOf(one) <= endOf(known)
  })

export function countBreaks(places: Break[]) {
  const counts = { missing: 0, inserted: 0, other: 0, changed: 0 }
  for (const one of places) counts[one.what] += one.seq === null ? 1 : endOf(one) - one.seq + 1
  return { ...counts, places }
}
