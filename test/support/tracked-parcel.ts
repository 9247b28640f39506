import type { ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import type { TrackedParcel } from '#/server/parcels/tracked-parcel.ts'

/** The carrier has answered nothing about it yet. */
export const untouchedParcel: TrackedParcel = {
  order_id: '01900000-0000-7000-8000-000000000001',
  ttn: '20450000000001',
  followed_ttn: null,
  passed_ttns: [],
  asked_ttn: null,
  cash_register_id: null,
  status_code: null,
  status_text: null,
  status_since: null,
  own: null,
  cod_amount: null,
  cod_kind: null,
  cod_changed_at: null,
  paid: false,
  paid_at: null,
  received_at: null,
  waybill_made_at: null,
  successor_ttn: null,
  successor_kind: null,
  checked_at: null,
  missing_since: null,
  times_missing: 0,
  foreign_rounds: 0,
  problem: null,
}

/** A parcel of ours on its way, to be paid for at the branch. */
export const parcelOnItsWay: TrackedParcel = {
  ...untouchedParcel,
  cash_register_id: 'register',
  status_code: 5,
  status_text: 'Прямує',
  status_since: '2026-03-08T08:00:00.000Z',
  own: true,
  cod_amount: 120_000,
  cod_kind: 'payment_control',
  checked_at: '2026-03-08T08:00:00.000Z',
}

/** What the carrier answers about it; the rest as of a parcel on its way. */
export const carrierSays = (more: Partial<ParcelStatus>): ParcelStatus => ({
  ttn: untouchedParcel.ttn,
  status_code: 5,
  status_text: 'Їде',
  own: true,
  sender_phone: '380500000001',
  cod_amount: 120_000,
  cod_kind: 'payment_control',
  paid: false,
  received_at: null,
  made_at: null,
  successor: null,
  ...more,
})
