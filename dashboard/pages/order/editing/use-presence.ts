import { useEffect } from 'react'
import { sayEditing } from '../../../api/orders.ts'

const everyMs = 20_000

/** Announces to the other screens, while it lasts, that the order is being edited. */
export function usePresence(orderId: string, editing: boolean): void {
  useEffect(() => {
    if (!editing) return
    // Only a courtesy to the others: a screen that misses it loses nothing, the version guards the order.
    const say = () => void sayEditing(orderId).catch(() => undefined)
    say()
    const timer = setInterval(say, everyMs)
    return () => clearInterval(timer)
  }, [orderId, editing])
}
