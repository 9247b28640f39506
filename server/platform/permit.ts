import type { Clock } from './clock.ts'

/** Until when something may begin. */
export interface Permit {
  /** 0: it is over. */
  leftMs(): number
}

/**
 * It is over when either clock says so: the monotonic one does not run while the machine sleeps, and the other one may be moved. One
 * that was put back has been moved as well: how much time has passed is not known then.
 */
export function startPermit(clock: Clock, windowMs: number): Permit {
  const monotonicMs = (): number => clock.monotonicMs?.() ?? performance.now()
  const [monotonic, wall] = [monotonicMs(), clock.now().getTime()]
  return {
    leftMs: () => {
      const passed = Math.max(monotonicMs() - monotonic, Math.abs(clock.now().getTime() - wall))
      return Math.max(0, windowMs - passed)
    },
  }
}
