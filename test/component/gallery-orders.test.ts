import { orders } from '#/dashboard/gallery/groups/orders.ts'
import { order } from '#/dashboard/gallery/groups/order.ts'
import { bulk } from '#/dashboard/gallery/groups/bulk.ts'
import { lookAtStates } from './look-at-states.ts'

lookAtStates([orders, order, bulk])
