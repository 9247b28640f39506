import type { Mistake } from '../draft/find-mistakes.ts'

/** The id of a field on the page; `at` is the place of a mistake. */
export const fieldId = (at: string): string => `order-${at}`

export const mistakeAt = (mistakes: readonly Mistake[], at: string): string | undefined =>
  mistakes.find((mistake) => mistake.at === at)?.message

export function focusField(at: string): void {
  const field = document.getElementById(fieldId(at))
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** Pressed by a key as well, so that what it answers is seen. */
export const ttnCopyId = 'order-copy-ttn'
export const conflictId = 'order-conflict'

/** After the panel with both versions has been drawn. */
export function focusConflict(): void {
  requestAnimationFrame(() => document.getElementById(conflictId)?.focus())
}
