import { useRef, useState } from 'react'
import { newIdempotencyKey } from '../../api/receipts.ts'

/**
 * The idempotency key of a request that may still be edited: made when the dialog opens, and made anew when the request has
 * changed, because the server takes one key for one request only.
 */
export function useIdempotencyKey(): (request: unknown) => string {
  const [first] = useState(newIdempotencyKey)
  const last = useRef<{ request: string; key: string } | null>(null)
  return (request) => {
    const asText = JSON.stringify(request)
    last.current ??= { request: asText, key: first }
    if (last.current.request !== asText) last.current = { request: asText, key: newIdempotencyKey() }
    return last.current.key
  }
}
