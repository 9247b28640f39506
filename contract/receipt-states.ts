/**
 * One receipt is one document at the provider. Its states: `queued`: wanted; nothing was sent, so nothing exists.
 * `sending`: a permit to send once is given; from now on a document may exist, whatever happens to us. `unknown`: no
 * answer, or one that proves nothing; only evidence from the provider ends it. `attention`: a person must act: too long
 * unknown, several documents, a stranger's, or fiscalizing failed. `created`: the document is there and waits for the
 * parcel to be paid for. `cancelling`: a permit to remove it is given. `cancel_unknown`: whether it was removed, only
 * the provider knows. `fiscalized`: fiscal, for good; `returned_at` marks a later return. `cancelled`, `failed`: no
 * document exists and none can still appear. A new try is a new receipt.
 */
export const receiptStates = [
  'queued',
  'sending',
  'unknown',
  'attention',
  'created',
  'cancelling',
  'cancel_unknown',
  'fiscalized',
  'cancelled',
  'failed',
] as const
export type ReceiptState = (typeof receiptStates)[number]

/** Where each state may go; PostgreSQL refuses all other moves as well. Staying is always allowed. */
export const receiptTransitions: Record<ReceiptState, readonly ReceiptState[]> = {
  queued: ['sending', 'unknown', 'created', 'fiscalized', 'cancelled'],
  sending: ['created', 'failed', 'cancelled', 'unknown', 'queued'],
  unknown: ['created', 'fiscalized', 'attention', 'cancelled', 'failed', 'queued'],
  attention: ['unknown', 'created', 'fiscalized', 'cancelled', 'failed'],
  created: ['fiscalized', 'cancelled', 'failed', 'attention', 'cancelling'],
  cancelling: ['cancelled', 'fiscalized', 'created', 'cancel_unknown'],
  cancel_unknown: ['cancelled', 'fiscalized', 'created', 'attention'],
  fiscalized: [],
  cancelled: [],
  failed: [],
}

/** Dead: proven that there is no document. Everything else keeps the order as it is and forbids a second receipt. */
export const deadStates = ['cancelled', 'failed'] as const satisfies readonly ReceiptState[]

/** Nothing more happens to it by itself; the order keeps what came of it. */
export const settledStates = [...deadStates, 'fiscalized'] as const satisfies readonly ReceiptState[]

/** Whether there is a document, only the provider knows; a person may have it looked up again. */
export const doubtfulStates = ['unknown', 'attention', 'cancel_unknown'] as const satisfies readonly ReceiptState[]

const isIn = (states: readonly ReceiptState[], state: ReceiptState): boolean => states.includes(state)

export const receiptCan = {
  be_cancelled: (state: ReceiptState): boolean => !isIn(settledStates, state),
  be_rechecked: (state: ReceiptState): boolean => isIn(doubtfulStates, state),
  be_attached: (state: ReceiptState): boolean => state === 'attention',
  hold_the_order: (state: ReceiptState): boolean => !isIn(deadStates, state),
} as const
