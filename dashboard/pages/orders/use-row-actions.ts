import { useEffect, useMemo, useRef } from 'react'
import type { RowActions } from './OrderRow.tsx'

/** The same object all the time, doing what is meant now: rows are not drawn again because the page was. */
export function useRowActions(now: RowActions): RowActions {
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  const canRestore = now.restore !== null
  return useMemo(
    () => ({
      open: (id) => latest.current.open(id),
      choose: (order, extend) => latest.current.choose(order, extend),
      create: (order) => latest.current.create(order),
      cancel: (order) => latest.current.cancel(order),
      focused: (id) => latest.current.focused(id),
      restore: canRestore ? (order) => latest.current.restore?.(order) : null,
    }),
    [canRestore],
  )
}
