import { useEffect, useRef } from 'react'
import type { Order } from '#/contract/orders.ts'
import { isHeld } from '#/contract/receipt-candidate.ts'
import { isPassing } from '../../api/api-error.ts'

/** The answer was lost on its way, and then the order turned out to have its receipt: it was created after all. */
export function useMadeAnyway(order: Order, error: Error | null, onMade: () => void): void {
  const isSaid = useRef(false)
  const isMade = error !== null && isPassing(error) && isHeld(order)
  useEffect(() => {
    if (!isMade || isSaid.current) return
    isSaid.current = true
    onMade()
  }, [isMade, onMade])
}
