import type { World } from '../world.ts'

/** Three numbers from 0 to 1 that say which of the things that are there an action is about. */
export type Lots = readonly [number, number, number]

export type By = 'crm' | 'carrier' | 'provider' | 'people' | 'machine'

/** One thing that can happen to a shop. */
export interface Action {
  name: string
  by: By
  /** How often beside the others. */
  weight: number
  /** Also where a shop has only some of the actions. */
  is_usual?: true
  /** What happened, in a sentence; null: there was nothing to do it to. */
  run(world: World, lots: Lots): Promise<string | null> | string | null
}

/** An action in one line: who does it, what, how often, and how. */
export const actionsOf =
  (by: By) =>
  (name: string, weight: number, run: Action['run']): Action => ({ name, by, weight, run })

export const usual = (action: Action): Action => ({ ...action, is_usual: true })

export const pick = <Item>(items: readonly Item[], lot: number): Item | undefined =>
  items[Math.min(items.length - 1, Math.floor(lot * items.length))]

/** One of the last few: what has just happened is what other hands touch next. */
export const pickLate = <Item>(items: readonly Item[], lot: number): Item | undefined => pick(items.slice(-6), lot)

export const between = (least: number, most: number, lot: number): number =>
  least + Math.floor(lot * (most - least + 1))

/** Another number of the same lot, so that three lots are enough for any action. */
export const more = (lot: number): number => (lot * 1_000) % 1
