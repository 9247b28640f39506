import { summaryQuery } from './api/orders.ts'
import { queryClient } from './api/query-client.ts'
import { sessionState } from './api/session-state.ts'
import { readSearch, toView } from './addresses/order-view.ts'
import { paths } from './addresses/paths.ts'
import { router } from './routes.tsx'
import { ordersQuery } from './store/order-queries.ts'

/** When the orders page is opened, its first requests start while the page itself is loading. */
export function askForFirstOrders(): void {
  const { pathname, search } = router.state.location
  if (pathname !== paths.orders || !('user' in sessionState())) return
  void queryClient.prefetchInfiniteQuery(ordersQuery(toView(readSearch({ ...search }))))
  void queryClient.prefetchQuery(summaryQuery)
}
