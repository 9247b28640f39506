/** A rule whose test does not know where the boundary is: the score must say so. */
export const isLate = (days: number): boolean => days > 3

/** Without its step it never ends. */
export function countDown(from: number): number {
  let [left, steps] = [from, 0]
  while (left > 0) {
    left -= 1
    steps += 1
  }
  return steps
}
