import type { QueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { cachedLists } from '../../live/cached-orders.ts'
import { ordersIn } from '../../live/order-pages.ts'

/** Orders that are in the lists of this tab already and need not be asked for. */
export const listedOrders = (queries: QueryClient): Order[] =>
  cachedLists(queries).flatMap(({ pages }) => ordersIn(pages))
