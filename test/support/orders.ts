import type { CrmOrder } from '#/server/integrations/crm-order.ts'

let count = 84_000

/** An order as the CRM gives it; only what matters is written in the test. */
export function aCrmOrder(changes: Partial<CrmOrder> = {}): CrmOrder {
  count += 1
  return {
    crm_id: String(count),
    number: String(count),
    ordered_at: '2026-03-09T07:05:00.000Z',
    updated_at: '2026-03-09T07:05:00.000Z',
    status: 'new',
    recipient: { name: 'Олена Шевченко', phone: '380671112233' },
    ttn: `2045000${String(count).padStart(7, '0')}`,
    notes: '',
    goods: [{ code: 'SKU-101', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }],
    total: 120_000,
    ...changes,
  }
}
