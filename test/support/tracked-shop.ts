import type { Order, OrderList } from '#/contract/orders.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import type { TrackingReport } from '#/server/parcels/tracking-round.ts'
import { aCrmOrder } from './orders.ts'
import { aUser, somePassword } from './people.ts'
import { bring } from './scripted-crm.ts'
import { startShop } from './shop.ts'

const trackSeconds = 600

/** A shop whose parcels are tracked, with a cashier who looks at them. Its carrier got no call before. */
export async function startTrackedShop({ registers: names = ['Перша каса'] }: { registers?: string[] } = {}) {
  const shop = await startShop({ registers: names, checked: false })
  const { kasyr, crm } = shop
  const { login } = await aUser(kasyr)
  const logIn = () => kasyr.anonymous.logIn(login, somePassword)
  let cashier = await logIn()

  async function anOrder(changes: Partial<CrmOrder>): Promise<Order> {
    const order = aCrmOrder(changes)
    await bring(kasyr.app, crm, [order])
    return findOrder(order.number)
  }

  async function findOrder(number: string): Promise<Order> {
    for (const tab of ['no_receipt', 'has_receipt', 'received', 'refused']) {
      const { items } = (await cashier.get<OrderList>(`/orders?tab=${tab}&q=${number}`)).body
      const found = items.find((item) => item.number === number)
      if (found) return found
    }
    throw new Error(`no order ${number}`)
  }

  const read = async ({ id }: { id: string }): Promise<Order> => (await cashier.get<Order>(`/orders/${id}`)).body

  async function track(): Promise<TrackingReport> {
    const report = await shop.track()
    if (report === 'busy') throw new Error('somebody else is tracking')
    return report
  }

  return {
    kasyr,
    crm,
    cashier: () => cashier,
    simulator: shop.carrier,
    registers: shop.registers,
    aTtn: shop.aTtn,
    anOrder,
    findOrder,
    read,
    track,
    /** So many whole rounds of the tracker later. A token lives for one round, so the cashier logs in again. */
    later: async (rounds = 1): Promise<void> => {
      await shop.pass(rounds * trackSeconds)
      cashier = await logIn()
    },
    now: () => shop.now().toISOString(),
  }
}
