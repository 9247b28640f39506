interface Asked {
  calls: number
  refused_calls: number
  ttns: number
  distinct: Set<string>
  foreign: Set<string>
  unknown: Set<string>
}

/**
 * Which key asked about which TTN, for tests that prove how little is asked. Every call that reached the carrier counts, the
 * refused ones too; a TTN counts once a call. `foreign`: a parcel of another sender at the time; `unknown`: no parcel at all.
 */
export const createAsked = () => {
  const byKey = new Map<string, Asked>()

  const of = (key: string): Asked => {
    const known = byKey.get(key)
    if (known !== undefined) return known
    const fresh = {
      calls: 0,
      refused_calls: 0,
      ttns: 0,
      distinct: new Set<string>(),
      foreign: new Set<string>(),
      unknown: new Set<string>(),
    }
    byKey.set(key, fresh)
    return fresh
  }

  const countsOf = ({ distinct, foreign, unknown, ...counts }: Asked) => ({
    ...counts,
    distinct_ttns: distinct.size,
    foreign_ttns: foreign.size,
    unknown_ttns: unknown.size,
  })

  return {
    /** `ownerOf` gives undefined for a number without a parcel. */
    note: (key: string, ttns: Iterable<string>, ownerOf: (ttn: string) => string | null | undefined) => {
      const asked = of(key)
      asked.calls += 1
      for (const ttn of ttns) {
        asked.ttns += 1
        asked.distinct.add(ttn)
        const owner = ownerOf(ttn)
        if (owner === undefined) asked.unknown.add(ttn)
        else if (owner !== key) asked.foreign.add(ttn)
      }
    },
    noteRefused: (key: string) => {
      of(key).refused_calls += 1
    },
    /** Counts of one key; zeros when it never asked. */
    by: (key: string) => countsOf(of(key)),
    all: () => Object.fromEntries([...byKey].map(([key, asked]) => [key, countsOf(asked)])),
    total: () => {
      const every = [...byKey.values()].map(countsOf)
      const sum = (field: keyof ReturnType<typeof countsOf>) => every.reduce((total, one) => total + one[field], 0)
      return { calls: sum('calls'), ttns: sum('ttns'), foreign_pairs: sum('foreign_ttns') }
    },
    foreignTtns: (key: string): ReadonlySet<string> => of(key).foreign,
    clear: () => byKey.clear(),
  }
}

export type AskedCounts = ReturnType<typeof createAsked>
