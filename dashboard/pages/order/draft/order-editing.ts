import { changedFields, toDraft, type Content, type DraftField, type OrderDraft } from './order-draft.ts'
import type { Mistake } from './find-mistakes.ts'
import { mergeDrafts, withField } from './merge-drafts.ts'

/** One editing of one order, from the first key to the saving. */
export interface Editing {
  order_id: string
  /** What the person began with, and the version that is to be changed. */
  base: OrderDraft
  version: number
  draft: OrderDraft
  /** The order as another person has saved it meanwhile. */
  theirs: OrderDraft | null
  conflicts: readonly DraftField[]
  taken: readonly DraftField[]
  mistakes: readonly Mistake[]
}

export type EditingStep =
  | { type: 'begin'; order: Content & { id: string; version: number } }
  | { type: 'change'; changes: Partial<OrderDraft> }
  /** The order came anew from the server. */
  | { type: 'arrived'; order: Content & { id: string; version: number } }
  | { type: 'keep_mine' | 'take_theirs'; fields: readonly DraftField[] }
  | { type: 'refused'; mistakes: readonly Mistake[] }
  | { type: 'end' }

export function nextEditing(state: Editing | null, step: EditingStep): Editing | null {
  if (step.type === 'begin') return begin(step.order)
  if (state === null || step.type === 'end') return null
  if (step.type === 'change') return { ...state, draft: { ...state.draft, ...step.changes } }
  if (step.type === 'refused') return { ...state, mistakes: step.mistakes }
  if (step.type === 'arrived') return arrived(state, step.order)
  const { theirs } = state
  const draft =
    step.type === 'take_theirs' && theirs !== null
      ? step.fields.reduce((merged, field) => withField(merged, field, theirs), state.draft)
      : state.draft
  return { ...state, draft, conflicts: state.conflicts.filter((field) => !step.fields.includes(field)) }
}

function begin(order: Content & { id: string; version: number }): Editing {
  const base = toDraft(order)
  const { id: order_id, version } = order
  return { order_id, version, base, draft: base, theirs: null, conflicts: [], taken: [], mistakes: [] }
}

/** A newer version with the same content (a receipt came and went) changes nothing here. */
function arrived(state: Editing, order: Content & { id: string; version: number }): Editing {
  if (order.id !== state.order_id || order.version <= state.version) return state
  const theirs = toDraft(order)
  const { draft, conflicts, taken } = mergeDrafts(state.base, state.draft, theirs)
  const open = state.conflicts.filter(
    (field) => !conflicts.includes(field) && changedFields(draft, theirs).includes(field),
  )
  return {
    ...state,
    base: theirs,
    version: order.version,
    draft,
    theirs: changedFields(state.base, theirs).length === 0 ? state.theirs : theirs,
    conflicts: [...open, ...conflicts],
    taken: [...new Set([...state.taken, ...taken])],
  }
}

export const isDirty = (editing: Editing | null): boolean =>
  editing !== null && changedFields(editing.base, editing.draft).length > 0
