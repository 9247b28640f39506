import { useCallback, useEffect, useState } from 'react'

/** `printing` while the sheet should be rendered: it is put together only for the printer. */
export function usePrinting(): { printing: boolean; print: () => void } {
  const [printing, setPrinting] = useState(false)

  useEffect(() => {
    if (!printing) return
    const done = () => setPrinting(false)
    addEventListener('afterprint', done)
    window.print()
    return () => removeEventListener('afterprint', done)
  }, [printing])

  return { printing, print: useCallback(() => setPrinting(true), []) }
}
