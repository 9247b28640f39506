import { useCallback, useRef, useState, type RefObject } from 'react'
import type { ShownOrder } from './use-order-list.ts'

/** The table may bring a row that is far away into the document. */
export interface RowReach {
  bringNear: (place: number) => void
}

export type RowFocus = ReturnType<typeof useRowFocus>

/** The row the keys act on. It is remembered by its order, so it survives whatever happens to the list. */
export function useRowFocus(rows: readonly ShownOrder[], reach: RefObject<RowReach | null>) {
  const [id, setId] = useState<string | null>(null)
  const place = rows.findIndex((row) => row.id === id)
  /** Where the keys went last: a row that is drawn late must not take the focus back from it. */
  const wanted = useRef<string | null>(null)

  const focus = useCallback(
    (target: string) => {
      setId(target)
      wanted.current = target
      const index = rows.findIndex((row) => row.id === target)
      if (index === -1) return
      if (!intoView(target)) {
        reach.current?.bringNear(index)
        // The list has to scroll there and draw it first.
        afterDrawing(() => wanted.current !== target || intoView(target))
      }
    },
    [rows, reach],
  )

  /** By a step from the row in focus, or from the beginning. */
  const step = (by: 1 | -1): ShownOrder | undefined => {
    const next = rows[place === -1 ? 0 : place + by]
    if (next !== undefined) focus(next.id)
    return next
  }

  return { id: place === -1 ? null : id, row: rows[place], place, setId, focus, step }
}

function intoView(id: string): boolean {
  const row = document.querySelector<HTMLElement>(`tr[data-id="${id}"]`)
  if (row === null) return false
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

function afterDrawing(work: () => boolean, triesLeft = 10): void {
  requestAnimationFrame(() => {
    if (!work() && triesLeft > 0) afterDrawing(work, triesLeft - 1)
  })
}
