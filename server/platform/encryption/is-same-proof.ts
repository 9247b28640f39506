import { timingSafeEqual } from 'node:crypto'

/** Compares a proof that was given with the one it should be: how long it takes says nothing about where they differ. */
export function isSameProof(given: string, computed: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(computed)]
  return one.length === other.length && timingSafeEqual(one, other)
}
