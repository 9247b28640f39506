import type { Step } from './history.ts'
import type { Broken } from './laws/law.ts'
import { play } from './play.ts'
import type { Ground, ShopPlan } from './world.ts'

export interface Shortest {
  steps: readonly Step[]
  said: string[]
  broken: Broken[]
}

/** Leaves out whatever the law is broken without: halves first, then ever smaller parts. */
export async function shrink(
  ground: Ground,
  plan: ShopPlan,
  history: readonly Step[],
  { law, sort }: Broken,
): Promise<Shortest> {
  const breaks = async (steps: readonly Step[]): Promise<Shortest | null> => {
    const played = await play(ground, plan, steps).catch(() => null)
    const broken = played?.broken.filter((one) => one.law === law && one.sort === sort) ?? []
    return played === null || broken.length === 0 ? null : { steps, said: played.said, broken }
  }
  let shortest = await breaks(history)
  if (shortest === null) return { steps: history, said: ['it did not happen again with the same history'], broken: [] }
  for (let size = Math.ceil(shortest.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.steps.length;) {
      const { steps }: { steps: readonly Step[] } = shortest
      const fewer = await breaks([...steps.slice(0, from), ...steps.slice(from + size)])
      if (fewer === null) from += size
      else shortest = fewer
    }
  }
  return shortest
}
