import type { ReceiptState } from '#/contract/receipt-states.ts'
import { isSettled, wrongWith } from './sale-invariants.ts'
import { lookSteps } from './look-steps.ts'
import { outsideSteps, personSteps } from './other-steps.ts'
import { keyOf, type Sale } from './sale.ts'
import type { SaleRules } from './sale-rules.ts'
import { firstSale, type SaleStep } from './sale-steps.ts'
import { sendSteps } from './send-steps.ts'

export interface SaleFindings {
  states: number
  transitions: number
  row_states: Set<ReceiptState>
  /** What happened at least once, in the words of the steps. */
  happened: Set<string>
  /** The first thing found wrong, on a shortest way to it; null when everything holds everywhere. */
  violation: { rule: string; trace: string[] } | null
}

interface Reached {
  sale: Sale
  parent: number
  label: string
  /** From which states a step of ours leads here. */
  before: number[]
}

/** Every state of a sale that can be reached, nearest first. */
export function exploreSale(rules: SaleRules): SaleFindings {
  const reached: Reached[] = []
  const ids = new Map<string, number>()
  const happened = new Set<string>()
  let transitions = 0
  const reach = (sale: Sale, parent: number, { label, ours }: Pick<SaleStep, 'label' | 'ours'>): void => {
    const key = keyOf(sale)
    const id = ids.get(key) ?? reached.length
    if (id === parent) return
    transitions++
    if (id === reached.length) {
      ids.set(key, id)
      reached.push({ sale, parent, label, before: [] })
    }
    if (ours && parent >= 0) reached[id]?.before.push(parent)
  }
  reach(firstSale(rules), -1, { label: '', ours: false })
  for (let state = 0; state < reached.length; state++) {
    const sale = reached[state]?.sale ?? firstSale(rules)
    const rule = wrongWith(rules, sale)
    if (rule !== null) return { ...counts(), violation: { rule, trace: traceOf(reached, state) } }
    for (const taken of stepsOf(rules, sale)) {
      happened.add(taken.label)
      reach(taken.to, state, taken)
    }
  }
  const stuck = firstStuck(rules, reached)
  const rule = 'L1: no way leads to a settled state'
  return { ...counts(), violation: stuck === null ? null : { rule, trace: traceOf(reached, stuck) } }

  function counts() {
    const row_states = new Set(reached.flatMap(({ sale }) => sale.rows.map(({ state }) => state)))
    return { states: reached.length, transitions, row_states, happened }
  }
}

const stepsOf = (rules: SaleRules, sale: Sale): SaleStep[] =>
  [personSteps, sendSteps, lookSteps, outsideSteps].flatMap((steps) => steps(rules, sale))

function firstStuck(rules: SaleRules, reached: readonly Reached[]): number | null {
  const settles = new Set(reached.flatMap(({ sale }, id) => (isSettled(rules, sale) ? [id] : [])))
  for (const id of settles) for (const earlier of reached[id]?.before ?? []) settles.add(earlier)
  const stuck = reached.findIndex((_, id) => !settles.has(id))
  return stuck === -1 ? null : stuck
}

function traceOf(reached: readonly Reached[], last: number): string[] {
  const labels: string[] = []
  for (let at = reached[last]; at !== undefined && at.parent >= 0; at = reached[at.parent]) {
    const rows = at.sale.rows.map(({ state }) => state).join(', ')
    labels.unshift(`${at.label} → ${rows === '' ? 'no receipt' : rows}`)
  }
  return labels
}
