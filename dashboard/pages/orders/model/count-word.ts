import type { OrderList } from '#/contract/orders.ts'
import { formatCount } from '#/contract/plurals.ts'
import type { Tab } from '#/contract/tabs.ts'

export type Counted = Pick<OrderList, 'counts' | 'counted_in_part'>

/** «1 000+» where more was found than counted. */
export const countWord = ({ counts, counted_in_part }: Counted, tab: Tab): string =>
  `${formatCount(counts[tab])}${counted_in_part.includes(tab) ? '+' : ''}`
