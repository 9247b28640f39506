import { z } from 'zod'
import { parseBody } from '../frame/bad-input.ts'
import type { WorldClock } from '../frame/clock.ts'
import type { Answer, Route } from '../frame/operations.ts'
import { generateOrders } from './generate-orders.ts'
import { CrmOrder, Meanwhile, type Orders } from './orders.ts'

const OneOrMore = z.union([z.array(CrmOrder), CrmOrder.transform((order) => [order])])
const Generate = z.strictObject({
  count: z.int().min(1).max(200_000),
  seed: z.int().default(1),
  first_id: z.int().min(1).default(1),
})

const ok = (body: unknown): Answer => ({ status: 200, body })

/** What the people at the CRM do to its orders. */
export const orderRoutes = (orders: Orders, clock: WorldClock): Route[] => [
  { method: 'GET', path: '/orders', handle: () => ok({ orders: orders.all() }) },
  {
    method: 'PUT',
    path: '/orders',
    handle: (request) => {
      const wanted = parseBody(z.array(CrmOrder), request)
      return ok({ removed: orders.clear(), put: orders.put(wanted) })
    },
  },
  { method: 'POST', path: '/orders', handle: (request) => ok({ put: orders.put(parseBody(OneOrMore, request)) }) },
  { method: 'DELETE', path: '/orders', handle: () => ok({ removed: orders.clear() }) },
  { method: 'DELETE', path: '/orders/:id', handle: ({ params }) => ok({ removed: orders.remove(params.id ?? '') }) },
  {
    method: 'PUT',
    path: '/meanwhile',
    handle: (request) => ok({ steps: orders.meanwhile(parseBody(z.array(Meanwhile), request)) }),
  },
  {
    method: 'POST',
    path: '/orders/generate',
    handle: (request) => ok({ put: orders.put(generateOrders({ ...parseBody(Generate, request), now: clock.now() })) }),
  },
]
