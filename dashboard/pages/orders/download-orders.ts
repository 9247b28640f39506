import { authorized } from '../../api/client.ts'
import { expectOk } from '../../api/send.ts'
import { toQuery, type OrderView } from '../../order-view.ts'

/** The server's file of what the view shows, saved by the browser under the server's name, which is the answer. */
export async function downloadOrders(view: OrderView, format: 'xlsx' | 'csv'): Promise<string> {
  const { limit: _limit, hidden: _hidden, ...filters } = view
  const path = `/orders/export?${toQuery(filters)}&format=${format}`
  const response = await expectOk(await authorized({ method: 'GET', path, headers: { accept: '*/*' } }))
  const name = nameIn(response.headers.get('content-disposition')) ?? `orders.${format}`
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
  return name
}

const nameIn = (disposition: string | null): string | undefined => /filename="([^"]+)"/.exec(disposition ?? '')?.[1]
