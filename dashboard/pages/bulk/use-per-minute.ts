import { useEffect, useRef, useState } from 'react'

/** Shorter than this the speed would be chance. */
const leastMs = 2_000

/** How fast a number grows while it is watched; null until that can be said. */
export function usePerMinute(done: number): number | null {
  const begun = useRef<{ at: number; done: number } | null>(null)
  const [speed, setSpeed] = useState<number | null>(null)
  useEffect(() => {
    begun.current ??= { at: performance.now(), done }
    const passed = performance.now() - begun.current.at
    if (passed >= leastMs) setSpeed(Math.round(((done - begun.current.done) / passed) * 60_000))
  }, [done])
  return speed
}
