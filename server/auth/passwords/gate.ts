/**
 * Runs so many pieces of work at once; the others wait. Known callers go first, in the order they came. Unknown callers take
 * turns by their site, so that a site which asks a thousand times delays another by one piece of work and not by a thousand.
 */
export interface Gate {
  <Result>(work: () => Promise<Result>, stranger?: string | null): Promise<Result>
  /** So many run now, and so many strangers wait. */
  load(): { working: number; strangers: number }
}

/** So many unknown callers may wait; the error of one that is too many. */
export interface Crowd {
  most: number
  refusal: () => Error
}

interface Waiter {
  enter(): void
  refuse(): void
}

export function createGate(
  atOnce: number,
  crowd: Crowd = { most: Infinity, refusal: () => new Error('crowded') },
): Gate {
  let free = atOnce
  const known: Waiter[] = []
  /** By where they come from; whose turn it is stands first. */
  const strangers = new Map<string, Waiter[]>()
  let crowded = 0

  function queue(waiter: Waiter, from: string | null): void {
    if (from === null) return void known.push(waiter)
    const own = strangers.get(from) ?? []
    if (crowded >= crowd.most) {
      // Full: the last of those who wait most gives way to one who has fewer waiting. With as many, the newcomer is too many.
      const [, longest = []] = [...strangers].toSorted(([, left], [, right]) => right.length - left.length)[0] ?? []
      if (longest.length <= own.length + 1) return waiter.refuse()
      longest.pop()?.refuse()
      crowded -= 1
    }
    own.push(waiter)
    strangers.set(from, own)
    crowded += 1
  }

  function takeNext(): Waiter | undefined {
    const next = known.shift()
    const [turn] = strangers
    if (next !== undefined || turn === undefined) return next
    const [from, own] = turn
    strangers.delete(from)
    if (own.length > 1) strangers.set(from, own)
    crowded -= 1
    return own.shift()
  }

  const through = async <Result>(work: () => Promise<Result>, stranger: string | null = null): Promise<Result> => {
    if (free > 0) free -= 1
    else
      await new Promise<void>((resolve, reject) =>
        queue({ enter: resolve, refuse: () => reject(crowd.refusal()) }, stranger),
      )
    try {
      return await work()
    } finally {
      // The place goes to the next in line; if it were set free, a newcomer could take it before the waiter wakes.
      const next = takeNext()
      if (next) next.enter()
      else free += 1
    }
  }
  return Object.assign(through, { load: () => ({ working: atOnce - free, strangers: crowded }) })
}
