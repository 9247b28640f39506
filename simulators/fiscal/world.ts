import type { CreateLimit } from './create-limit.ts'
import type { EttnDocuments } from './ettn-documents.ts'
import type { Gate } from './gate.ts'
import type { PrepaymentChains } from './prepayment-chains.ts'
import type { Receipts } from './receipts.ts'
import type { Shift } from './registers.ts'
import type { Settings } from './settings.ts'
import type { Waybills } from './waybills.ts'

/** All that Checkbox knows. */
export interface World extends Gate {
  now: () => number
  settings: () => Settings
  documents: EttnDocuments
  receipts: Receipts
  chains: PrepaymentChains
  waybills: Waybills
  limit: CreateLimit
  /** Shifts of each register that were followed by another one. */
  past_shifts: Map<string, Shift[]>
  /** Receipts that no report counts. */
  left_out: Set<string>
  copies: { receipt_id: string; email: string[] | null; phone: string | null }[]
}
