import { isReceived, isRefused } from './carrier-statuses.ts'

/** An order is in exactly one tab. What the carrier says comes first, then whether there is a receipt. */
export const tabs = ['no_receipt', 'has_receipt', 'refused', 'received'] as const
export type Tab = (typeof tabs)[number]

export function tabOf(order: { has_receipt: boolean; status_code: number | null }): Tab {
  if (isRefused(order.status_code)) return 'refused'
  if (isReceived(order.status_code)) return 'received'
  return order.has_receipt ? 'has_receipt' : 'no_receipt'
}

/** An order without a receipt and without a TTN needs no action yet: it comes after all others of its tab. */
export const standsFirst = ({ tab, ttn }: { tab: Tab; ttn: string | null }): boolean =>
  tab !== 'no_receipt' || ttn !== null

/** Found orders of a tab are counted up to here: counting all matches of a common word takes longer than finding them. */
export const mostCounted = 1_000
