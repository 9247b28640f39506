import { useQueryClient } from '@tanstack/react-query'
import { sentenceFor } from '../../../api/api-error.ts'
import type { OrderView } from '../../../addresses/order-view.ts'
import type { ListPage } from '../../../store/list-pages.ts'
import { ordersQuery } from '../../../store/order-queries.ts'
import { toast } from '../../../ui/toast.ts'
import { tabOrder } from '../model/tab-order.ts'
import { isWholeTtn } from '../model/understood-words.ts'
import type { OrdersView } from '../model/use-orders-view.ts'

/** Enter in the search box opens the only order that was found, in whichever tab it is. `elseFocus` goes to the rows. */
export function useEnterSearch({ view, go }: OrdersView, opened: () => void, elseFocus: (id: string) => void) {
  const queries = useQueryClient()
  const ask = async (asked: OrderView): Promise<ListPage | undefined> =>
    (await queries.fetchInfiniteQuery(ordersQuery(asked))).pages[0]

  const enter = async (q: string) => {
    // A parcel in the hand is meant as it is, whatever the list is narrowed to.
    const asked: OrderView = isWholeTtn(q) ? { tab: view.tab, limit: view.limit, q } : { ...view, q }
    const here = await ask(asked)
    if (here === undefined) return
    const hits = tabOrder.filter((tab) => here.counts[tab] > 0)
    const [tab] = hits
    const isSingle = hits.length === 1 && tab !== undefined && here.counts[tab] === 1
    if (!isSingle) {
      const [first] = here.ids
      if (first !== undefined) elseFocus(first)
      return
    }
    const found = tab === view.tab ? here : await ask({ ...asked, tab })
    const order = found?.ids[0]
    if (order === undefined) return
    opened()
    go({ q, tab, order })
  }

  return (q: string) => void enter(q).catch((error: unknown) => toast(sentenceFor(error), 'danger'))
}
