import type { View } from '../view.ts'
import type { World } from '../world.ts'

/** A law that did not hold, and of what. */
export interface Broken {
  law: string
  /** Which sentence, state or count it is about: a shorter history must break the law in the same way. */
  sort?: string
  about: string
  detail: string
}

/** Judged from the simulators and the public API alone, once everything that settles by itself has had its time. */
export type Law = (world: World, view: View) => Broken[]
