import { AppError } from '#/contract/errors.ts'

/** A person has a computer, a phone and a few programs; each screen needs one stream, however many tabs it shows. */
export const mostStreamsPerUser = 10

/** How many streams each user has open in this process. Each costs memory and a session query every heartbeat. */
export function createStreamSlots(most = mostStreamsPerUser) {
  const open = new Map<string, number>()
  const countOf = (userId: string): number => open.get(userId) ?? 0

  return {
    /** Returns what frees the slot; it may be called more than once. */
    take(userId: string): () => void {
      if (countOf(userId) >= most) throw new AppError('event.too_many_streams', { most })
      open.set(userId, countOf(userId) + 1)
      let taken = true
      return () => {
        if (!taken) return
        taken = false
        if (countOf(userId) === 1) open.delete(userId)
        else open.set(userId, countOf(userId) - 1)
      }
    },
  }
}
