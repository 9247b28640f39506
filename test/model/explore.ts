import type { ReceiptState } from '#/contract/receipt-states.ts'
import { isSettled, liveDocuments, wrongAlone } from './invariants.ts'
import { lookupSteps } from './lookup-steps.ts'
import { outsideSteps } from './outside-steps.ts'
import { removalSteps } from './removal-steps.ts'
import { sendingSteps } from './sending-steps.ts'
import { StateTable } from './state-table.ts'
import { firstWorld, remainsOf } from './tell.ts'
import { isDead, keyOf, type Rules, type Step, type World } from './world.ts'

export interface Findings {
  states: number
  transitions: number
  /** Different rows with their surroundings. */
  worlds: number
  /** Every state a row was ever seen in. */
  row_states: Set<ReceiptState>
  /** The first thing found wrong, on a shortest way to it; null when everything holds everywhere. */
  violation: { rule: string; trace: string[] } | null
}

/** A row with its surroundings, seen once however many states it is part of. */
interface Known {
  world: World
  wrong: string | null
  live: number
  dead: boolean
  /** Where each step leads, doubled, and one more if it is ours: millions of them are kept. */
  steps: Int32Array | null
}

/**
 * Every state that can be reached, nearest first. A state is the first row and the second, if there is one; all steps are steps of one
 * row, so those of a row are worked out once and the states are pairs of numbers.
 */
export function explore(rules: Rules): Findings {
  const worlds = new Worlds(rules)
  const table = new StateTable()
  const none = -1
  table.add(worlds.idOf(firstWorld(rules)), none, -1)
  let transitions = 0
  for (let state = 0; state < table.size; state++) {
    const first = table.firstOf(state)
    const second = table.secondOf(state)
    const rule = worlds.wrongTogether(first, second)
    if (rule !== null) return found(rule, state)
    for (const step of worlds.steps(first)) {
      transitions++
      table.add(step >> 1, second, state)
    }
    if (second !== none) {
      for (const step of worlds.steps(second)) {
        transitions++
        table.add(first, step >> 1, state)
      }
    } else if (rules.rows === 2 && (worlds.get(first).dead || rules.second_row_beside_a_live_one)) {
      const left = rules.follows_the_dead ? first : worlds.idOf(remainsOf(rules, worlds.get(first).world))
      transitions++
      table.add(left, worlds.idOf(firstWorld(rules)), state)
    }
  }
  const stuck = worlds.stuck()
  for (let state = 0; state < table.size; state++)
    if (stuck.has(table.firstOf(state)) || stuck.has(table.secondOf(state)))
      return found('L1: no way leads to a settled state', state)
  return { ...counts(), violation: null }

  function found(rule: string, state: number): Findings {
    return { ...counts(), violation: { rule, trace: worlds.traceOf(table, state) } }
  }
  function counts() {
    return { states: table.size, transitions, worlds: worlds.size, row_states: worlds.rowStates() }
  }
}

class Worlds {
  readonly #rules: Rules
  readonly #ids = new Map<string, number>()
  readonly #known: Known[] = []

  constructor(rules: Rules) {
    this.#rules = rules
  }

  get size(): number {
    return this.#known.length
  }

  rowStates(): Set<ReceiptState> {
    return new Set(this.#known.map(({ world }) => world.row.state))
  }

  get(id: number): Known {
    const known = this.#known[id]
    if (known === undefined) throw new Error(`no world ${id}`)
    return known
  }

  idOf(world: World): number {
    const key = keyOf(world)
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const id = this.#known.length
    this.#ids.set(key, id)
    const wrong = wrongAlone(this.#rules, world)
    this.#known.push({ world, wrong, live: liveDocuments(world), dead: isDead(world.row), steps: null })
    return id
  }

  steps(id: number): Int32Array {
    const known = this.get(id)
    known.steps ??= Int32Array.from(
      stepsOf(this.#rules, known.world)
        .map(({ to, ours }) => this.idOf(to) * 2 + Number(ours))
        .filter((step) => step >> 1 !== id),
    )
    return known.steps
  }

  wrongTogether(first: number, second: number): string | null {
    const one = this.get(first)
    if (second < 0) return one.wrong
    const other = this.get(second)
    if (one.wrong ?? other.wrong) return one.wrong ?? other.wrong
    if (!one.dead && !other.dead) return 'S5: two live receipts of one order'
    return one.live + other.live > 1 ? 'S1: two live documents' : null
  }

  /**
   * Those from which our own steps lead to no settled world. The rows do not need each other to settle, so a state is stuck
   * exactly when one of its rows is.
   */
  stuck(): Set<number> {
    const before: number[][] = this.#known.map(() => [])
    for (const [id, { steps }] of this.#known.entries())
      for (const step of steps ?? []) if (step & 1) before[step >> 1]?.push(id)
    const settles = new Set(this.#known.flatMap(({ world }, id) => (isSettled(this.#rules, world) ? [id] : [])))
    for (const id of settles) for (const earlier of before[id] ?? []) settles.add(earlier)
    return new Set(this.#known.keys().filter((id) => !settles.has(id)))
  }

  traceOf(table: StateTable, last: number): string[] {
    const labels: string[] = []
    for (let state = last; table.parentOf(state) >= 0; state = table.parentOf(state)) {
      const parent = table.parentOf(state)
      labels.unshift(this.#labelOf(table, parent, state))
    }
    return labels
  }

  #labelOf(table: StateTable, before: number, after: number): string {
    if (table.secondOf(before) !== table.secondOf(after) && table.secondOf(before) < 0)
      return 'a second receipt is created'
    const isFirst = table.firstOf(before) !== table.firstOf(after)
    const [from, to] = [before, after].map((state) => (isFirst ? table.firstOf(state) : table.secondOf(state)))
    const known = this.get(from ?? -1)
    const taken = stepsOf(this.#rules, known.world).find((step) => this.idOf(step.to) === to)
    return `${table.secondOf(after) < 0 ? '' : isFirst ? 'first: ' : 'second: '}${taken?.label} → ${taken?.to.row.state}`
  }
}

const stepsOf = (rules: Rules, world: World): Step[] =>
  [sendingSteps, removalSteps, lookupSteps, outsideSteps].flatMap((steps) => steps(rules, world))
