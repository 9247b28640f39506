import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

interface Leaving {
  /** The person wants to leave what is not saved yet. */
  asked: boolean
  /** Goes at once when nothing would be lost, else asks. */
  leave: (go: () => void) => void
  /** Everything has just been saved. */
  leaveSaved: (go: () => void) => void
  goOn: () => void
  stay: () => void
}

/** Guards what is typed: against closing and going on here, the browser's «back», and the closing of the tab. */
export function useLeaving(dirty: boolean): Leaving {
  const [waiting, setWaiting] = useState<{ go: () => void } | null>(null)
  const allowed = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: () => dirty && !allowed.current,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })

  // What is typed later is asked about again.
  useEffect(() => {
    if (!dirty) allowed.current = false
  }, [dirty])

  const goOn = () => {
    allowed.current = true
    waiting?.go()
    if (blocker.status === 'blocked') blocker.proceed()
    setWaiting(null)
  }

  return {
    asked: waiting !== null || blocker.status === 'blocked',
    leave: (go) => (dirty ? setWaiting({ go }) : go()),
    leaveSaved: (go) => {
      // The page learns only afterwards that there is nothing left to lose.
      allowed.current = true
      go()
    },
    goOn,
    stay: () => {
      setWaiting(null)
      if (blocker.status === 'blocked') blocker.reset()
    },
  }
}
