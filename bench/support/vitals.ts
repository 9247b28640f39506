/** Functions that run inside the page: they see only what is in it. */

export interface Vitals {
  lcp: number
  cls: number
  interactions: number[]
  longest_task: number
}

declare global {
  interface Window {
    vitals: Vitals
  }
  interface PerformanceEntry {
    value?: number
    hadRecentInput?: boolean
    interactionId?: number
  }
}

/** Before anything of the page runs. */
export function watchVitals(): void {
  const vitals: Vitals = { lcp: 0, cls: 0, interactions: [], longest_task: 0 }
  window.vitals = vitals
  const watch = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime))
  watch('layout-shift', ({ value, hadRecentInput }) => (vitals.cls += hadRecentInput ? 0 : (value ?? 0)))
  watch('event', ({ duration, interactionId }) => interactionId && vitals.interactions.push(duration), {
    durationThreshold: 16,
  })
  watch('longtask', ({ duration }) => (vitals.longest_task = Math.max(vitals.longest_task, duration)))
}

/** With so few interactions the worst is what INP reports. */
export const worstInteraction = (): number => Math.max(0, ...window.vitals.interactions)

/** Until the page is stopped. */
export async function frameTimes(): Promise<{ p50: number; p95: number; worst: number; longest_task: number }> {
  const times: number[] = []
  window.vitals.longest_task = 0
  await new Promise<void>((resolve) => {
    const enough = new AbortController()
    addEventListener('enough-frames', () => enough.abort(), { once: true })
    let before = performance.now()
    const take = (now: number) => {
      times.push(now - before)
      before = now
      if (enough.signal.aborted) resolve()
      else requestAnimationFrame(take)
    }
    requestAnimationFrame(take)
  })
  times.sort((left, right) => left - right)
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return { p50: at(0.5), p95: at(0.95), worst: at(1), longest_task: window.vitals.longest_task }
}
