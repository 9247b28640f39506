import { afterAll } from 'vitest'
import type { Order, OrderList } from '#/contract/orders.ts'
import type { Role } from '#/contract/permissions.ts'
import type { CrmOrder } from '#/server/integrations/crm/crm-client.ts'
import { syncOrders } from '#/server/orders/sync-orders.ts'
import { newId } from '#/server/platform/random.ts'
import { aCrmOrder } from './orders.ts'
import { loggedIn } from './people.ts'
import { ScriptedCrm } from './scripted-crm.ts'
import { startTestApp } from './test-app.ts'

/** The service for one test file, beside a CRM that has the orders the test gives it, and somebody who is logged in. */
export async function startShop({ role = 'cashier', orders = [] }: { role?: Role; orders?: CrmOrder[] } = {}) {
  const crm = new ScriptedCrm()
  crm.put(...orders)
  const kasyr = await startTestApp({ crm })
  afterAll(() => kasyr.close())
  const client = await loggedIn(kasyr, role)
  const sync = () => syncOrders(kasyr.app)
  if (orders.length > 0) await sync()

  /** An order that came from the CRM, as the list shows it. */
  async function anOrder(changes: Partial<CrmOrder> = {}): Promise<Order> {
    const order = aCrmOrder(changes)
    crm.put(order)
    await sync()
    const { items } = (await client.get<OrderList>(`/orders?q=${order.number}`)).body
    const found = items.find(({ crm_id }) => crm_id === order.crm_id)
    if (!found) throw new Error('the order did not arrive')
    return found
  }

  /** A register by name only, for parcels to belong to. */
  async function aCashRegister(name = 'Каса'): Promise<string> {
    const id = newId()
    const register = { id, name, is_default: false, active: true, payment_label: '', tax_codes: '[]' }
    await kasyr.db.insertInto('cash_registers').values(register).execute()
    return id
  }

  return { kasyr, crm, client, sync, anOrder, aCashRegister }
}
