import type { LineState } from '#/contract/payouts.ts'

/** Whether a person must look at a transfer in this state; a new state does not compile without an answer. */
export const waitsForPerson: Record<LineState, boolean> = {
  duplicate: true,
  unknown_ttn: true,
  other_payee: true,
  no_receipt: true,
  sum_differs: true,
  returned: false,
  matched: false,
}
