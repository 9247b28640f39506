import type { CreateLimit } from './create-limit.ts'
import type { EttnDocuments } from './ettn-documents.ts'
import type { Gate } from './gate.ts'
import type { PrepaymentChains } from './prepayment-chains.ts'
import type { Receipts } from './receipts.ts'
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
  copies: { receipt_id: string; email: string[] | null; phone: string | null }[]
}
