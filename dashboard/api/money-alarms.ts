import { queryOptions } from '@tanstack/react-query'
import type { MoneyAlarms, ParcelPayment } from '#/contract/parcel-payments.ts'
import { change, getJson } from './client.ts'

/** What of the money a person must see to; apart from the rest about money, because every page counts it. */
export const moneyAlarmsQuery = queryOptions({
  queryKey: ['money', 'alarms'],
  queryFn: ({ signal }) => getJson<MoneyAlarms>('/money/alarms', signal),
})

export const settlePayment = (orderId: string, reason: string): Promise<ParcelPayment> =>
  change('POST', `/money/parcels/${orderId}/settle`, { reason })
