import { useRef } from 'react'
import type { Order } from '#/contract/orders.ts'
import { isRefusal } from '../../api/api-error.ts'

/**
 * Makes a call with the version of the order that the person confirms: the one the dialog opened with. Refused because the order
 * has changed, they look at it again, and the next press confirms what is shown by then.
 */
export function useSeenVersion({ version }: Order): <Made>(call: (seen: number) => Promise<Made>) => Promise<Made> {
  const seen = useRef<number | null>(version)
  return async (call) => {
    seen.current ??= version
    try {
      return await call(seen.current)
    } catch (error) {
      if (isRefusal(error, 'order.changed')) seen.current = null
      throw error
    }
  }
}
