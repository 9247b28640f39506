/** A rule whose test does not know where the boundary is: the score must say so. */
export const isLate = (days: number): boolean => days > 3

/** Without its one statement it never ends. */
export function emptied(queue: string[]): string[] {
  do {
    queue.shift()
  } while (queue.length)
  return queue
}
