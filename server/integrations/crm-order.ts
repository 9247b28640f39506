import type { Goods } from '#/contract/orders.ts'

/** An order as the CRM has it, in our words: kopiykas, thousandths, instants with Z, a phone as 380XXXXXXXXX where it can be read. */
export interface CrmOrder {
  crm_id: string
  number: string
  ordered_at: string
  /** When the CRM last changed it; null when it does not say. */
  updated_at: string | null
  status: string
  recipient: { name: string; phone: string }
  ttn: string | null
  notes: string
  goods: Goods[]
  total: number
}
