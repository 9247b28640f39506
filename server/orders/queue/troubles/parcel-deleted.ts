import { sql } from 'kysely'
import { parcelDeletedWords, type ParcelDeleted } from '#/contract/trouble-words/parcel-deleted.ts'
import type { TroubleKind, TroubleRow } from './trouble.ts'

/** Receipts that wait for a payment that cannot come: the waybill was deleted. It ends when a person asks to cancel them. */
export const parcelDeleted: TroubleKind<TroubleRow & ParcelDeleted> = {
  select: () => sql`
    select o.id as order_id, rc.id as receipt_id, rc.cash_register_id, rc.amount, coalesce(p.status_since, rc.created_at) as since, rc.ttn
    from orders o join receipts rc on rc.order_id = o.id and rc.state = 'created' and not rc.cancel_wanted and counts(rc)
      left join parcels p on p.order_id = o.id
    where o.parcel_deleted`,
  words: parcelDeletedWords,
}
