import type { ReceiptProblem } from '#/contract/receipts.ts'
import type { Failed } from '#/server/integrations/fiscal/ettn-client.ts'

/** What the provider says of one receipt. `failed` proves nothing, whatever failed. */
export type Finding =
  | { kind: 'waiting'; provider_id: string }
  | { kind: 'fiscal'; provider_id: string; fiscal_receipt_id: string | null }
  | { kind: 'receipt_error'; provider_id: string; problem: ReceiptProblem }
  /** It was made, and no fiscal receipt will ever come of it. */
  | { kind: 'ended'; problem: ReceiptProblem }
  | { kind: 'only_cancelled' }
  | { kind: 'nothing' }
  /**
   * Its own document is proven absent. `of_other_advance`: this is about other advances of the order; `of_other_ttn`: about documents
   * for the same parcel under another TTN.
   */
  | {
      kind: 'several' | 'foreign'
      problem: ReceiptProblem
      provider_ids: string[]
      of_other_advance?: true
      of_other_ttn?: true
    }
  /**
   * `is_blind`: read with credentials that do not see what was sent with others. `of_ttn`: the list is whole but for an
   * entry of this TTN, so other receipts are not held by it. `of_other_register`: another register of the payee could not
   * be listed before a first send.
   */
  | (Failed & { is_blind?: true; of_other_advance?: true; of_ttn?: true; of_other_register?: true })
