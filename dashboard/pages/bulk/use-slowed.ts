import { useEffect, useRef, useState } from 'react'

/** The text as it may be read out: it changes at most once in so many milliseconds, and the last word is never lost. */
export function useSlowed(text: string, everyMs: number): string {
  const [said, setSaid] = useState('')
  const saidAt = useRef(-Infinity)
  useEffect(() => {
    const say = () => {
      saidAt.current = performance.now()
      setSaid(text)
    }
    const timer = setTimeout(say, Math.max(0, saidAt.current + everyMs - performance.now()))
    return () => clearTimeout(timer)
  }, [text, everyMs])
  return said
}
