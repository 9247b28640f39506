import { actions, type Step } from './history.ts'
import { judgeAll } from './laws/laws.ts'
import type { Broken } from './laws/law.ts'
import { parcelOf } from './truth.ts'
import { lookAround } from './view.ts'
import { heal, workOff } from './way-out.ts'
import { openWorld, type Ground, type ShopPlan, type World } from './world.ts'

export interface Played {
  broken: Broken[]
  said: string[]
  counts: Map<string, number>
}

/** What may happen in the middle of something else: nothing that itself lets time pass or ends the process. */
const inTheMiddle = actions.filter(({ by }) => by !== 'machine')

const byName = new Map(actions.map((action) => [action.name, action]))

/** Weeks after which all laws are judged. */
const judgedEveryS = 7 * 86_400

/** Plays a history until a law is broken. `atTheEnd`: a look at the world before it is closed. */
export async function play(
  ground: Ground,
  plan: ShopPlan,
  history: readonly Step[],
  atTheEnd: (world: World) => unknown = () => undefined,
): Promise<Played> {
  const world = await openWorld(ground, plan)
  world.chance = async (lot, lots) => {
    const action = inTheMiddle[Math.floor(lot * inTheMiddle.length)]
    return (await action?.run(world, lots)) ?? null
  }
  try {
    let sinceJudged = 0
    let broken: Broken[] = []
    for (const step of history) {
      await take(world, step)
      sinceJudged += step.gap_s
      if (sinceJudged < judgedEveryS) continue
      sinceJudged = 0
      broken = await judge(world)
      if (broken.length > 0) break
    }
    if (broken.length === 0) broken = await judge(world)
    if (broken.length === 0) broken = await judgeTheEnd(world)
    await atTheEnd(world)
    countTheTruth(world)
    return { broken, said: world.said, counts: world.counts }
  } finally {
    await world.close()
  }
}

/** How much there was for the laws to judge. */
function countTheTruth(world: World): void {
  const sales = new Set<string>()
  for (const ttn of world.ttns) {
    const parcel = parcelOf(world, ttn)
    if (parcel !== null && parcel.paid && parcel.control > 0 && parcel.owner !== null) sales.add(parcel.ttn)
  }
  const documents = world.outside.fiscal.documents.all()
  world.count('paid sales', sales.size)
  world.count('documents', documents.length)
  world.count('documents that were fiscal', documents.filter(({ status }) => /^(DONE|RETURNED)/i.test(status)).length)
}

async function take(world: World, { gap_s, action: name, lots }: Step): Promise<void> {
  await pass(world, gap_s)
  const action = byName.get(name)
  const sentence = (await action?.run(world, lots)) ?? null
  const at = new Date(world.outside.clock.now()).toISOString().slice(0, 19)
  world.said.push(`${at} ${sentence ?? `nothing to do: ${name}`}`)
  if (sentence === null || action === undefined) return
  world.count(`${action.by}: ${name}`)
  await world.round(1_000)
}

/** Each round of the jobs is further from the last: most settles soon, and a night needs no thousand rounds. */
const roundsS = [60, 3_600, 43_200]

async function pass(world: World, seconds: number): Promise<void> {
  let left = seconds
  for (const round of roundsS) {
    if (left <= 0) return
    const now = Math.min(left, round)
    await world.round(now * 1000)
    left -= now
  }
  if (left > 0) await world.round(left * 1000)
}

/** Long enough for the slowest interval, and often enough for whatever must be seen several times. */
const settlingS = [15, 60, 60, 300, 660, 60, 900, 1_800, 3_600, 7_200, 10_800, 14_400, 60]

async function judge(world: World): Promise<Broken[]> {
  const { crm, carrier, fiscal } = world.outside
  for (const { faults } of [crm, carrier, fiscal]) {
    faults.disarm()
    await faults.release()
  }
  if (world.names_other_crm) await world.nameCrm(false)
  for (const seconds of settlingS) await world.round(seconds * 1000)
  // A look brings what the CRM has by now, and its parcels are asked about next.
  await lookAround(world)
  for (const seconds of [60, 660, 7_200, 14_400, 60]) await world.round(seconds * 1000)
  const view = await lookAround(world)
  return judgeAll(world, view)
}

/** Once everything is well again, every trouble that is left can be worked off, and the laws hold after it. */
async function judgeTheEnd(world: World): Promise<Broken[]> {
  await heal(world)
  // That a number is unknown is believed after a day.
  for (const seconds of [15, 600, 3_700, 43_200, 43_200, 3_700, 60]) await world.round(seconds * 1000)
  const left = await workOff(world)
  return left.length > 0 ? left : judge(world)
}
