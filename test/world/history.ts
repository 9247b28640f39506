import { carrierActions } from './actions/carrier-actions.ts'
import { crmActions } from './actions/crm-actions.ts'
import { machineActions } from './actions/machine-actions.ts'
import { peopleActions } from './actions/people-actions.ts'
import { registerActions } from './actions/register-actions.ts'
import { providerActions } from './actions/provider-actions.ts'
import type { Action, Lots } from './actions/action.ts'
import { draw } from './draw.ts'
import type { ShopPlan } from './world.ts'

/** One step of a history: so much time passes, then something happens. */
export interface Step {
  gap_s: number
  action: string
  lots: Lots
}

export const actions: readonly Action[] = [
  ...crmActions,
  ...carrierActions,
  ...providerActions,
  ...peopleActions,
  ...registerActions,
  ...machineActions,
]

const dayS = 86_400
const weekS = 7 * dayS

/** Times from which a shop may begin: the nights of the clock change are among them. */
const starts = ['2027-03-25T06:00:00Z', '2027-10-28T06:00:00Z', '2027-06-01T06:00:00Z', '2027-12-20T06:00:00Z']

export function planOf(seed: string): ShopPlan {
  const registers = 1 + Math.floor(draw(seed, 'registers') * 3)
  const start = starts[Math.floor(draw(seed, 'start') * starts.length)] ?? starts[0] ?? ''
  const payees = draw(seed, 'payees') < 0.7 ? 1 : registers
  return { seed, registers, payees, start_ms: Date.parse(start), is_one_machine: draw(seed, 'machine') < 0.7 }
}

interface Weighted {
  name: string
  weight: number
}

/** How often an unusual action happens in a shop beside how often it does in the average one. */
const emphases = [0.3, 1, 3]

/** Half of the unusual actions at most, some often and some seldom: what seldom meets must meet often in some shops. */
function actionsOf(seed: string): Weighted[] {
  const share = 0.15 + 0.35 * draw(seed, 'share')
  return actions
    .filter(({ name, is_usual }) => is_usual === true || draw(seed, 'has', name) < share)
    .map(({ name, weight, is_usual }) => {
      const emphasis = emphases[Math.floor(draw(seed, 'emphasis', name) * emphases.length)] ?? 1
      return { name, weight: is_usual === true ? weight : weight * emphasis }
    })
}

/** Of a seed and a length alone, so that a part of it can be played again. */
export function historyOf(seed: string, weeks: number): Step[] {
  const chosen = actionsOf(seed)
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0)
  const steps: Step[] = []
  let passed = 0
  for (let place = 0; passed < weeks * weekS; place += 1) {
    let left = draw(seed, place, 'action') * total
    const action = chosen.find(({ weight }) => (left -= weight) < 0) ?? chosen[0]
    const gap_s = gapOf(draw(seed, place, 'gap'), draw(seed, place, 'length'))
    passed += gap_s
    const lots = [draw(seed, place, 0), draw(seed, place, 1), draw(seed, place, 2)] as const
    if (action !== undefined) steps.push({ gap_s, action: action.name, lots })
  }
  return steps
}

function gapOf(kind: number, length: number): number {
  if (kind < 0.45) return 1 + Math.floor(length * 60)
  if (kind < 0.75) return 300 + Math.floor(length * 3_600)
  if (kind < 0.95) return 3 * 3_600 + Math.floor(length * 9 * 3_600)
  return dayS + Math.floor(length * 3 * dayS)
}
