import type { OrderHistory } from '../../../api/orders.ts'

/** The person who asked for the receipt that now holds the order, and when; null: no person did. */
export function receiptMaker({ items }: OrderHistory): { login: string | null; at: string } | null {
  const asked = items.find(({ details }) => details['event'] === 'requested')
  return asked === undefined ? null : { login: asked.actor?.login ?? null, at: asked.at }
}
