import type { OneOrder } from '#/dashboard/api/order-loader.ts'

/** As the server gives it out; those with a higher number came later. */
export const anOrder = (number: number): OneOrder => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  crm_id: String(number),
  number: String(number),
  ordered_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
  tab: 'no_receipt',
  recipient: { name: 'Олена Шевченко', phone: '380671112233' },
  ttn: null,
  notes: '',
  goods: [],
  total: 100,
  edited_at: null,
  crm_changed: false,
  crm_cancelled: false,
  version: 1,
  revision: 1,
  parcel: null,
  cash_register: null,
  receipt: null,
  receipt_not_needed: null,
  crm_difference: null,
})
