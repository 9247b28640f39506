import { useRef, useState } from 'react'
import { newWish } from '../../api/receipts.ts'

/**
 * The key of a wish whose words may still change: as long as they are the same it is the same wish, made when the dialog
 * opened; other words are another one, which the server would not take under the old key.
 */
export function useWishFor(): (request: unknown) => string {
  const [first] = useState(newWish)
  const last = useRef<{ words: string; wish: string } | null>(null)
  return (request) => {
    const words = JSON.stringify(request)
    last.current ??= { words, wish: first }
    if (last.current.words !== words) last.current = { words, wish: newWish() }
    return last.current.wish
  }
}
