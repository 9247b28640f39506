import { AppError } from '#/contract/errors.ts'
import { realMs, type Clock } from '../clock.ts'

/** Like a gate, for work that takes seconds: a caller that would wait too long is refused, with the time to come again. */
export type Turns = <Result>(clock: Clock, work: () => Promise<Result>) => Promise<Result>

interface Bounds {
  atOnce: number
  mostWaiting: number
  longestWaitMs: number
}

const comeAgainSeconds = 10

export function createTurns({ atOnce, mostWaiting, longestWaitMs }: Bounds): Turns {
  let free = atOnce
  /** In the order they came. */
  const waiting = new Set<() => void>()

  const turnCome = (clock: Clock): Promise<void> =>
    new Promise((resolve, reject) => {
      const come = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = (): void => {
        clearTimeout(timer)
        waiting.delete(come)
        reject(new AppError('server.files_waiting', { seconds: comeAgainSeconds }))
      }
      const timer = setTimeout(giveUp, realMs(clock, longestWaitMs))
      if (waiting.size < mostWaiting) waiting.add(come)
      else giveUp()
    })

  return async (clock, work) => {
    if (free > 0) free -= 1
    else await turnCome(clock)
    try {
      return await work()
    } finally {
      // The place goes to the next in line; if it were set free, a newcomer could take it before the waiter wakes.
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else free += 1
    }
  }
}
