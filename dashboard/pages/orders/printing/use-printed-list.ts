import { useEffect, useState } from 'react'
import type { Order, OrderList } from '#/contract/orders.ts'
import { sentenceFor } from '../../../api/api-error.ts'
import { getJson } from '../../../api/client.ts'
import { toQuery, type OrderView } from '../../../addresses/order-view.ts'
import { toast } from '../../../ui/toast.ts'
import type { PrintedList } from './PrintedList.tsx'
import type { ShownOrder } from '../model/use-order-list.ts'

interface Sheet {
  List: typeof PrintedList
  orders: readonly Order[]
  at: string
}

/** Orders that were chosen by the filter and never loaded are loaded first; then the print dialog opens. */
export function usePrintedList(view: OrderView, rows: readonly ShownOrder[]) {
  const [sheet, setSheet] = useState<Sheet | null>(null)

  useEffect(() => {
    if (sheet === null) return
    const done = () => setSheet(null)
    addEventListener('afterprint', done)
    window.print()
    return () => removeEventListener('afterprint', done)
  }, [sheet])

  const print = async (ids: Iterable<string>) => {
    try {
      const [{ PrintedList: List }, orders] = await Promise.all([
        import('./PrintedList.tsx'),
        collect([...ids], view, rows),
      ])
      setSheet({ List, orders, at: new Date().toISOString() })
    } catch (error) {
      toast(sentenceFor(error), 'danger')
    }
  }
  return { sheet, print: (ids: Iterable<string>) => void print(ids) }
}

async function collect(ids: readonly string[], view: OrderView, rows: readonly ShownOrder[]): Promise<Order[]> {
  const known = new Map(rows.map(({ id, order }) => [id, order]))
  const isMissing = (): boolean => ids.some((id) => !known.has(id))
  for (let cursor: string | null | undefined; cursor !== null && isMissing();) {
    const page: OrderList = await getJson(`/orders?${toQuery(view, { limit: 200, cursor: cursor ?? undefined })}`)
    for (const order of page.items) if (!known.has(order.id)) known.set(order.id, order)
    cursor = page.next_cursor
  }
  const chosen = new Set(ids)
  return [...known.values()].filter(({ id }) => chosen.has(id))
}
