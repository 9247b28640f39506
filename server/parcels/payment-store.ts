import { deletedCode, isRefused } from '#/contract/carrier-statuses.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { rowFrom } from '#/server/platform/database/rows.ts'

/** What became of the money for a parcel. One whose waybill was deleted will never bring any, like a refused one. */
export async function findPayment(db: Db, ttn: string): Promise<'waiting' | 'paid' | 'refused' | 'unknown'> {
  const parcel = await rowFrom(db)<{ paid: boolean; status_code: number | null }>`
    select paid, status_code from parcels where ttn = ${ttn} order by paid desc limit 1`
  if (parcel === undefined) return 'unknown'
  if (parcel.paid) return 'paid'
  return isRefused(parcel.status_code) || parcel.status_code === deletedCode ? 'refused' : 'waiting'
}
