import { setTimeout as wait } from 'node:timers/promises'

/** How long the caller still waits: several calls share one. */
export interface Deadline {
  /** Real time; 0 when there is none left. */
  leftMs: () => number
  signal: AbortSignal | undefined
}

export function startDeadline(timeoutMs: number, signal?: AbortSignal): Deadline {
  const started = performance.now()
  return { leftMs: () => Math.max(0, Math.ceil(timeoutMs - (performance.now() - started))), signal }
}

/** What is nice to have must not use up the time of everything. */
export const sooner = ({ leftMs, signal }: Deadline, timeoutMs: number): Deadline =>
  startDeadline(Math.min(leftMs(), timeoutMs), signal)

/** null when it did not come in time; it goes on for others that wait for it. */
export async function inTime<Result>(promise: Promise<Result>, { leftMs, signal }: Deadline): Promise<Result | null> {
  const came = new AbortController()
  const stop = signal === undefined ? came.signal : AbortSignal.any([came.signal, signal])
  const tooLate = wait(leftMs(), null, { signal: stop }).catch(() => null)
  try {
    return await Promise.race([promise, tooLate])
  } finally {
    came.abort()
  }
}
