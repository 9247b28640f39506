/** Lets so many works run at once; the others wait in the order they came. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createGate(atOnce: number): Gate {
  let free = atOnce
  const waiting: (() => void)[] = []

  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes to the next in line; if it were set free, a newcomer could take it before the waiter wakes.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
