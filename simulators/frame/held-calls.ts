/** Calls kept waiting by a fault. Releasing lets all of them go on; one held afterwards waits for the next release. */
export const createHeldCalls = () => {
  const waiting = new Set<() => void>()

  return {
    count: () => waiting.size,
    release: () => {
      const count = waiting.size
      waiting.forEach((goOn) => goOn())
      return count
    },
    /** Until released, or until one of the signals. */
    hold: (...signals: AbortSignal[]): Promise<void> =>
      new Promise((resolve) => {
        const end = AbortSignal.any(signals)
        const goOn = () => {
          waiting.delete(goOn)
          end.removeEventListener('abort', goOn)
          resolve()
        }
        if (end.aborted) return resolve()
        waiting.add(goOn)
        end.addEventListener('abort', goOn)
      }),
  }
}

export type HeldCalls = ReturnType<typeof createHeldCalls>
