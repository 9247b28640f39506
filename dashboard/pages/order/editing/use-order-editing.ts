import { useMutation } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { isRefusal } from '../../../api/api-error.ts'
import { editOrder } from '../../../api/orders.ts'
import type { OneOrder } from '../../../api/order-loader.ts'
import { findMistakes, type Mistake } from '../draft/find-mistakes.ts'
import { focusConflict, focusField } from './fields.ts'
import { changedFields, toRequest, type DraftField, type OrderDraft } from '../draft/order-draft.ts'
import { isDirty, nextEditing, type Editing } from '../draft/order-editing.ts'
import { mistakesOfRefusal } from '../draft/place-refusal.ts'
import { useFreshOrder } from './use-order.ts'

export interface OrderEditing {
  /** null: the order is only read. */
  state: Editing | null
  dirty: boolean
  begin: () => void
  change: (changes: Partial<OrderDraft>) => void
  settle: (choice: 'keep_mine' | 'take_theirs', fields: readonly DraftField[]) => void
  /** `otherwise`: it came to nothing, and the reason stands on the screen. */
  save: (then: () => void, otherwise?: () => void) => void
  saving: boolean
  /** Why the last saving came to nothing, but for what stands beside the fields. */
  error: Error | null
  /** What was typed when the order got a receipt, and is lost. */
  lost: readonly DraftField[]
  end: () => void
}

/** The editing of the order that is open. A version that arrives meanwhile is merged into it, never lost under it. */
export function useOrderEditing(order: OneOrder | undefined): OrderEditing {
  const [kept, step] = useReducer(nextEditing, null)
  const state = kept !== null && kept.order_id === order?.id ? kept : null
  const fresh = useFreshOrder()
  const saving = useMutation({
    mutationFn: ({ order_id, version, base, draft }: Editing) => editOrder(order_id, version, toRequest(base, draft)),
    onSuccess: (saved) => {
      fresh.put(saved)
      step({ type: 'end' })
    },
    onError: (error, asked) => {
      if (isRefusal(error, 'order.version_conflict')) return showConflict(asked.order_id)
      if (!isRefusal(error, 'order.has_receipt')) return refuse(mistakesOfRefusal(error, asked.draft))
      step({ type: 'end' })
      return fresh.reload(asked.order_id)
    },
  })

  useEffect(() => {
    if (order !== undefined) step({ type: 'arrived', order })
  }, [order])

  async function showConflict(id: string): Promise<void> {
    await fresh.reload(id)
    focusConflict()
  }

  function refuse(mistakes: readonly Mistake[]): void {
    step({ type: 'refused', mistakes })
    const [first] = mistakes
    // Once the messages stand there: they belong to what is read out with the field.
    if (first !== undefined) requestAnimationFrame(() => focusField(first.at))
  }

  function save(then: () => void, otherwise?: () => void): void {
    if (state === null || saving.isPending) return
    const mistakes = findMistakes(state.base, state.draft)
    if (mistakes.length > 0 || state.conflicts.length > 0) {
      refuse(mistakes)
      if (mistakes.length === 0) focusConflict()
      return otherwise?.()
    }
    if (isDirty(state)) return saving.mutate(state, { onSuccess: then, onError: otherwise })
    step({ type: 'end' })
    then()
  }

  const isOfThis = saving.variables?.order_id === order?.id
  const heldBack = isOfThis && isRefusal(saving.error, 'order.has_receipt') ? saving.variables : undefined
  return {
    state,
    dirty: isDirty(state),
    begin: () => {
      saving.reset()
      if (order !== undefined) step({ type: 'begin', order })
    },
    change: (changes) => step({ type: 'change', changes }),
    settle: (type, fields) => step({ type, fields }),
    save,
    saving: saving.isPending,
    error: isOfThis && !isRefusal(saving.error, 'order.version_conflict') ? saving.error : null,
    lost: heldBack === undefined ? [] : changedFields(heldBack.base, heldBack.draft),
    end: () => {
      saving.reset()
      step({ type: 'end' })
    },
  }
}
