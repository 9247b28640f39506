import { decide } from '#/server/receipts/machine/machine.ts'
import type { Rules } from './world.ts'

/** The machine as it is, in a service as it should be. */
const asBuilt = {
  decide,
  second_row_beside_a_live_one: false,
  sends_before_its_permit: false,
  look_is_dated_when_told: false,
} as const

const one = { ...asBuilt, rows: 1, voids: 0, removals: 1, looks: 0, follows_the_dead: false } as const

/** Small enough for every run of the tests. */
export const smallSizes: Record<string, Rules> = {
  '1 row, 2 attempts, 1 of them void': { ...one, attempts: 2, voids: 1 },
  '1 row, 1 attempt, 2 deletions at once': { ...one, attempts: 1, removals: 2 },
  '2 rows, 1 attempt, 1 of them void, looks in two steps': { ...one, rows: 2, attempts: 1, voids: 1, looks: 1 },
  '2 rows, 1 attempt, the dead followed on': { ...one, rows: 2, attempts: 1, follows_the_dead: true },
}

/** Minutes and gigabytes: `npm run model`. */
export const fullSizes: Record<string, Rules> = {
  '1 row, 2 attempts, 2 deletions at once': { ...one, attempts: 2, removals: 2 },
  '1 row, 1 attempt, 2 looks at once, each in two steps': { ...one, attempts: 1, looks: 2 },
  '2 rows, 2 attempts, 1 of them void, looks in two steps': { ...one, rows: 2, attempts: 2, voids: 1, looks: 1 },
  '2 rows, 2 attempts, the dead followed on': { ...one, rows: 2, attempts: 2, follows_the_dead: true },
}

/** What the planted faults are looked for in. */
export const searched: Rules = { ...one, rows: 2, attempts: 2, voids: 1 }
