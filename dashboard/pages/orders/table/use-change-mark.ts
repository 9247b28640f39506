import { useEffect, useState } from 'react'
import type { Order } from '#/contract/orders.ts'

const markedForMs = 1_500

/** True for a moment after something a person can see has changed; that the carrier was asked again is no change. */
export function useChangeMark(order: Order): boolean {
  const seen = signOf(order)
  const [before, setBefore] = useState(seen)
  const [marked, setMarked] = useState<string | null>(null)
  if (seen !== before) {
    setBefore(seen)
    setMarked(seen)
  }

  useEffect(() => {
    if (marked === null) return
    const timer = setTimeout(() => setMarked(null), markedForMs)
    return () => clearTimeout(timer)
  }, [marked])

  return marked !== null
}

function signOf({ parcel, ...rest }: Order): string {
  return JSON.stringify([rest, parcel && { ...parcel, checked_at: null }])
}
