import { useEffect, useRef } from 'react'
import type { Order } from '#/contract/orders.ts'
import { isHeld } from '#/contract/receipt-candidate.ts'
import { isPassing } from '../../api/api-error.ts'

/** The answer was lost on its way, and then the order turned out to have its receipt: the wish has come true after all. */
export function useMadeAnyway(order: Order, error: Error | null, onMade: () => void): void {
  const told = useRef(false)
  const isMade = error !== null && isPassing(error) && isHeld(order)
  useEffect(() => {
    if (!isMade || told.current) return
    told.current = true
    onMade()
  }, [isMade, onMade])
}
