import type { SaidByCrm } from '#/contract/orders.ts'

/** An order as the CRM has it, in our words: kopiykas, thousandths, instants with Z, a phone as 380XXXXXXXXX where it can be read. */
export interface CrmOrder extends SaidByCrm {
  /** When the CRM last changed it; null when it does not say. */
  updated_at: string | null
  status: string
}
