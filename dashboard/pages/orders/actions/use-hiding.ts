import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#/contract/orders.ts'
import { may } from '#/contract/permissions.ts'
import { pluralize } from '#/contract/plurals.ts'
import { sentenceFor } from '../../../api/api-error.ts'
import { hideOrder, ordersKey, restoreOrder } from '../../../api/orders.ts'
import { useUser } from '../../../api/user.ts'
import { toast } from '../../../ui/toast.ts'
import { orderForms } from '../../../words/counted-words.ts'

/** Hides orders, and offers to think better of it. `drop` takes rows out of the list, or puts them back. */
export function useHiding(drop: (ids: readonly string[], isGone?: boolean) => void) {
  const queries = useQueryClient()
  const { role } = useUser()
  const askAnew = () => void queries.invalidateQueries({ queryKey: ordersKey })

  const bringBack = async (ids: readonly string[]) => {
    try {
      for (const id of ids) await restoreOrder(id)
      drop(ids, false)
    } catch (error) {
      toast(sentenceFor(error), 'danger')
    }
    askAnew()
  }

  const hide = async (ids: readonly string[]) => {
    const outcomes = await Promise.allSettled(ids.map((id) => hideOrder(id)))
    const hidden = ids.filter((_, place) => outcomes[place]?.status === 'fulfilled')
    const refusal = outcomes.find((outcome) => outcome.status === 'rejected')
    if (refusal) toast(sentenceFor(refusal.reason), 'danger')
    if (hidden.length > 0) {
      drop(hidden)
      const what = hidden.length === 1 ? 'Приховано' : `Приховано ${pluralize(hidden.length, orderForms)}`
      if (may(role, 'order.restore')) toast(what, 'good', { label: 'Повернути', run: () => void bringBack(hidden) })
      else toast(`${what}. Повернути може адміністратор.`)
    }
    askAnew()
    return hidden
  }

  /** From the list of what is hidden. */
  const restore = async ({ id, number }: Order) => {
    try {
      await restoreOrder(id)
      drop([id])
      toast(`Замовлення №\u00a0${number} знову в черзі.`)
    } catch (error) {
      toast(sentenceFor(error), 'danger')
    }
    askAnew()
  }

  return { hide, restore: (order: Order) => void restore(order) }
}
