import { lostWithColours, noteColoured } from './forced-colours.ts'
import { motion } from './motion.ts'
import { lackOfRoom } from './room.ts'

/** What can be asked of a state from outside of the page: each tells its faults, one line a fault. */
export const looks = {
  lackOfRoom,
  motion,
  lostWithColours,
  noteColoured: () => (noteColoured(), []),
} satisfies Record<string, () => string[] | Promise<string[]>>

export type Looks = typeof looks
