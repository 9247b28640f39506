import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  EditOrderRequest,
  Order,
  OrderHistory as OrderHistorySchema,
  OrderList,
  OrderSelection,
  OrderSummary as OrderSummarySchema,
} from '#/contract/orders.ts'
import type { CrmDecision } from '#/contract/other-crm.ts'
import { toQuery, type OrderFilters, type OrderView } from '../addresses/order-view.ts'
import { change, command, getJson } from './client.ts'

export type OrderHistory = z.infer<typeof OrderHistorySchema>
export type OrderSummary = z.infer<typeof OrderSummarySchema>

/** Everything below ['orders'] is about orders; a change that may touch several of them invalidates the whole. */
export const ordersKey = ['orders'] as const

export const listOrders = (
  view: OrderView,
  page: { limit: number; cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<OrderList> => getJson(`/orders?${toQuery(view, page)}`, signal)

export const summaryQuery = queryOptions({
  queryKey: ['orders', 'summary'],
  queryFn: ({ signal }) => getJson<OrderSummary>('/orders/summary', signal),
})

export const orderHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'history', id],
    queryFn: ({ signal }) => getJson<OrderHistory>(`/orders/${id}/history`, signal),
  })

export const selectByFilter = (filters: OrderFilters): Promise<OrderSelection> =>
  getJson(`/orders/selection?${toQuery(filters)}`)

/** Refused with 409 when the service works with another CRM than the one it is about, or it was decided otherwise. */
export const decideCrm = (decision: CrmDecision): Promise<void> => command('POST', '/crm/decision', decision)

/** Refused with 412 when the order has changed since `version`. */
export const editOrder = (id: string, version: number, changes: EditOrderRequest): Promise<Order> =>
  change('PATCH', `/orders/${id}`, changes, { 'if-match': `"${version}"` })

/** Refused with 412 when the CRM names another TTN by now. */
export const keepTtn = (id: string, crm_ttn: string): Promise<Order> =>
  change('POST', `/orders/${id}/keep-ttn`, { crm_ttn })

export const hideOrder = (id: string): Promise<void> => command('DELETE', `/orders/${id}`)
export const restoreOrder = (id: string): Promise<Order> => change('POST', `/orders/${id}/restore`)
/** Why an order needs no receipt goes into the audit log. */
export const markNotNeeded = (id: string, reason: string): Promise<Order> =>
  change('POST', `/orders/${id}/receipt-not-needed`, { reason })
export const takeBackNotNeeded = (id: string): Promise<Order> => change('DELETE', `/orders/${id}/receipt-not-needed`)
/** Of the parcel that the order had before; nothing is said of the one it has now. */
export const settleLeftSale = (id: string, request: { ttn: string; reason: string }): Promise<void> =>
  command('POST', `/orders/${id}/left-sale`, request)
export const trackOrder = (id: string): Promise<Order> => change('POST', `/orders/${id}/track`)
/** Tells the others that this person has the order open for editing. */
export const sayEditing = (id: string): Promise<void> => command('POST', `/orders/${id}/editing`)
