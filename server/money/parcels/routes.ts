import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import { ParcelPayment, ParcelPaymentList, ParcelPaymentQuery } from '#/contract/parcel-payments.ts'
import { SettleRequest } from '#/contract/payouts.ts'
import { actorOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import { fromCursor, startOfDay, toPage } from '#/server/platform/cursor.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { judgeChanged } from '../judging/judge-changed.ts'
import { reopenParcel, settleParcel } from './settle-payment.ts'
import { listPayments } from './store.ts'
import { todayIn } from './today.ts'

const tags = ['Гроші']
const params = z.strictObject({ order_id: Id })

export const parcelPaymentRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/money/parcels',
    {
      config: { permission: 'money.read' },
      schema: {
        tags,
        summary: 'Оплачені посилки та гроші за них',
        querystring: ParcelPaymentQuery,
        response: { 200: ParcelPaymentList },
      },
    },
    async ({ query }) => {
      await judgeChanged(app)
      const payments = await listPayments(app.db, query, fromCursor(query.cursor), todayIn(app))
      return toPage(payments, query.limit, ({ paid_on, order }) => ({ at: startOfDay(paid_on), id: order.id }))
    },
  )

  http.post(
    '/money/parcels/:order_id/settle',
    {
      config: { permission: 'money.settle', errors: ['money.parcel_not_found', 'money.parcel_not_open'] },
      schema: {
        tags,
        summary: 'Гроші за посилку не потребують дій, з причиною',
        params,
        body: SettleRequest,
        response: { 200: ParcelPayment },
      },
    },
    (request) => settleParcel(app, actorOf(request), request.params.order_id, request.body.reason),
  )

  http.delete(
    '/money/parcels/:order_id/settle',
    {
      config: { permission: 'money.settle', errors: ['money.parcel_not_found', 'money.parcel_not_settled'] },
      schema: { tags, summary: 'Зняти рішення про гроші за посилку', params, response: { 200: ParcelPayment } },
    },
    (request) => reopenParcel(app, actorOf(request), request.params.order_id),
  )
}
