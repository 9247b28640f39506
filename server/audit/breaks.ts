/** One place of the log that is not as it was written, or (with `to_seq`) a run of places that are gone. */
export interface Break {
  what: 'missing' | 'inserted' | 'other' | 'changed'
  seq: number | null
  to_seq?: number
  id: string | null
  reason: string
}

/** How many entries there are of each kind, and the places by name, as far as there is room. */
export interface Breaks extends Record<Break['what'], number> {
  places: Break[]
}

/** As many as a person may still read, and as an entry of the log may hold. */
export const mostPlaces = 1_000

/** What comes first keeps its name when there are too many: a removed entry must not be covered by a thousand changed ones. */
const inOrder = ['missing', 'inserted', 'other', 'changed'] as const

export interface Gathering {
  add(one: Break): void
  /** So many that are not named one by one. */
  count(what: Break['what'], more: number): void
  /** Whether this place, this entry or just this is named already. */
  has(one: Pick<Break, 'seq' | 'id' | 'reason'>): boolean
  result(): Breaks
}

/** Keeps of each kind no more than can be told. */
export function gatherBreaks(): Gathering {
  const counts = { missing: 0, inserted: 0, other: 0, changed: 0 }
  const named: Record<Break['what'], Break[]> = { missing: [], inserted: [], other: [], changed: [] }
  const all = () => inOrder.flatMap((what) => named[what])
  return {
    add(one) {
      counts[one.what] += sizeOf(one)
      if (named[one.what].length < mostPlaces) named[one.what].push(one)
    },
    count: (what, more) => void (counts[what] += more),
    has: ({ seq, id, reason }) =>
      all().some((one) => covers(one, seq) || (id !== null && one.id === id) || one.reason === reason),
    result: () => ({ ...counts, places: all().slice(0, mostPlaces).toSorted(byPlace) }),
  }
}

const sizeOf = ({ seq, to_seq }: Break): number => (seq === null || to_seq === undefined ? 1 : to_seq - seq + 1)

const covers = ({ seq, to_seq = seq ?? 0 }: Break, asked: number | null): boolean =>
  seq !== null && asked !== null && seq <= asked && asked <= to_seq

/** What has no place stands last. */
const byPlace = (one: Break, other: Break): number => (one.seq ?? Infinity) - (other.seq ?? Infinity) || 0
