import type { Candidate, LineFacts, ReceiptFacts } from '#/server/money/judging/rules.ts'

export const [ours, theirs] = ['payee-1', 'payee-2']
/** Facts for the rules of money: a matched transfer, unless said otherwise. */
export const aList = (more: Partial<LineFacts['payout']> = {}): LineFacts['payout'] => ({
  id: 'list-1',
  day: '2026-04-10',
  number: '500',
  payee_id: ours,
  ...more,
})
export const later = aList({ id: 'list-2', number: '501' })

let made = 0
export const aLine = (more: Partial<LineFacts> = {}): LineFacts => ({
  id: `line-${(made += 1)}`,
  ttn: '59000000000001',
  accepted: 10_000,
  operation_id: null,
  position: made,
  payout: aList(),
  ...more,
})

export const aReceipt = (more: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  id: 'receipt-1',
  state: 'fiscalized',
  amount: 10_000,
  is_returned: false,
  created_at: '2026-04-01T09:00:00.000Z',
  register: { id: 'register-1', payee_id: ours },
  ...more,
})

export const anOrder = (more: Partial<Candidate> = {}): Candidate => ({
  id: 'order-1',
  is_named: true,
  is_live: true,
  is_not_needed: false,
  receipts: [aReceipt()],
  ...more,
})
