import { createStore, useSelector } from '@tanstack/react-store'
import type { Order } from '#/contract/orders.ts'

/** What is done with orders in a dialog over the list. */
export type ActionDialog =
  | { kind: 'create' | 'prepayment' | 'cancel'; order: Order }
  | { kind: 'bulk'; ids: readonly string[]; total: number }

/** In a store: a row opens a dialog by itself, and no row is drawn again because one is open. */
const shown = createStore<ActionDialog | null>(null)

export const openDialog = (dialog: ActionDialog): void => shown.setState(() => dialog)
export const closeDialog = (): void => shown.setState(() => null)
export const useDialog = (): ActionDialog | null => useSelector(shown)
