import { download } from '../../../api/download.ts'
import { toQuery, type OrderView } from '../../../addresses/order-view.ts'

/** The server's file of what the view shows. The answer is its name. */
export function downloadOrders(view: OrderView, format: 'xlsx' | 'csv'): Promise<string> {
  const { limit: _limit, hidden: _hidden, ...filters } = view
  return download(`/orders/export?${toQuery(filters)}&format=${format}`, `orders.${format}`)
}
