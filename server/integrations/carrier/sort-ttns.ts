import { longestBatch } from './carrier-client.ts'

/**
 * Each once, and apart from what is no TTN: the carrier takes 14 digits and may refuse a whole batch because of anything else,
 * so a number of another carrier never goes out.
 */
export function sortTtns(ttns: readonly string[]): { good: string[]; bad: string[] } {
  const all = [...new Set(ttns)]
  if (all.length > longestBatch) throw new RangeError(`${all.length} TTNs in one call, ${longestBatch} are the most`)
  const isTtn = (ttn: string): boolean => /^\d{14}$/.test(ttn)
  return { good: all.filter(isTtn), bad: all.filter((ttn) => !isTtn(ttn)) }
}
