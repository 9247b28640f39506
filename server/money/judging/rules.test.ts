import { describe, expect, test } from 'vitest'
import { receiptStates } from '#/contract/receipt-states.ts'
import { aLine, anOrder, aReceipt, later, ours, theirs } from '#/test/support/money-facts.ts'
import type { LineVerdict } from '../payouts/store.ts'
import {
  judgeLines,
  judgePayment,
  whyNoReceipt,
  type Candidate,
  type LineFacts,
  type PaymentFacts,
  type ReceiptFacts,
} from './rules.ts'

describe('what a line means', () => {
  const judge = (line: Partial<LineFacts>, candidates: readonly Candidate[], others: readonly LineFacts[] = []) => {
    const one = aLine(line)
    return judgeLines([one, ...others], new Map([[one.ttn, candidates]])).get(one.id)
  }
  const fresh: LineVerdict = {
    state: 'matched',
    why: null,
    order_id: 'order-1',
    is_ambiguous: false,
    receipt_id: 'receipt-1',
    difference: 0,
  }
  const withReceipt = (more: Partial<ReceiptFacts>): Candidate[] => [anOrder({ receipts: [aReceipt(more)] })]
  const elsewhere = { register: { id: 'register-2', payee_id: theirs } }
  const unfiscal = { difference: null }

  const cases: [string, Partial<LineFacts>, readonly Candidate[], Partial<LineVerdict>][] = [
    ['a fiscal receipt of the same sum', {}, [anOrder()], {}],
    ['a receipt of less', {}, withReceipt({ amount: 9_999 }), { state: 'sum_differs', difference: 1 }],
    ['a receipt of more', {}, withReceipt({ amount: 10_001 }), { state: 'sum_differs', difference: -1 }],
    ['a returned receipt', {}, withReceipt({ is_returned: true }), { state: 'returned' }],
    [
      'a returned receipt of another payee',
      {},
      withReceipt({ is_returned: true, ...elsewhere }),
      { state: 'returned' },
    ],
    ['money that went back', { accepted: -10_000 }, [anOrder()], { state: 'returned', difference: -20_000 }],
    [
      'nothing, which is not less than nothing',
      { accepted: 0 },
      [anOrder()],
      { state: 'sum_differs', difference: -10_000 },
    ],
    [
      'money that went back for an unknown TTN',
      { accepted: -1 },
      [],
      { state: 'returned', order_id: null, receipt_id: null, difference: null },
    ],
    [
      'an unknown TTN',
      {},
      [],
      { state: 'unknown_ttn', order_id: null, is_ambiguous: false, receipt_id: null, difference: null },
    ],
    [
      'a TTN of two orders',
      {},
      [anOrder(), anOrder({ id: 'order-2' })],
      { state: 'unknown_ttn', order_id: null, is_ambiguous: true, receipt_id: null, difference: null },
    ],
    ['a receipt of another payee', {}, withReceipt(elsewhere), { state: 'other_payee' }],
    [
      'a receipt of another payee and another sum',
      {},
      withReceipt({ amount: 1, ...elsewhere }),
      { state: 'other_payee', difference: 9_999 },
    ],
    [
      'a waiting receipt of another payee',
      {},
      withReceipt({ state: 'created', ...elsewhere }),
      { state: 'other_payee', ...unfiscal },
    ],
    [
      'a dead receipt of another payee',
      {},
      withReceipt({ state: 'cancelled', ...elsewhere }),
      { state: 'no_receipt', why: 'cancelled', ...unfiscal },
    ],
    ['a cash register of nobody known', {}, withReceipt({ register: { id: 'register-3', payee_id: null } }), {}],
    ['a waiting receipt', {}, withReceipt({ state: 'created' }), { state: 'no_receipt', why: 'waiting', ...unfiscal }],
    [
      'a waiting receipt that is marked as returned',
      {},
      withReceipt({ state: 'created', is_returned: true }),
      { state: 'no_receipt', why: 'waiting', ...unfiscal },
    ],
    [
      'no receipt at all',
      {},
      [anOrder({ receipts: [] })],
      { state: 'no_receipt', why: 'none', receipt_id: null, ...unfiscal },
    ],
    [
      'no receipt, and none needed',
      {},
      [anOrder({ receipts: [], is_not_needed: true })],
      { state: 'no_receipt', why: 'not_needed', receipt_id: null, ...unfiscal },
    ],
    ['a fiscal receipt though none is needed', {}, [anOrder({ is_not_needed: true })], {}],
  ]
  test.each(cases)('%s', (_case, line, candidates, verdict) => {
    expect(judge(line, candidates)).toEqual({ ...fresh, ...verdict })
  })

  test('all lines of a TTN are paid for together, whatever list they stand in', () => {
    const half = aLine({ accepted: 4_000, payout: later })
    expect(judge({ accepted: 6_000 }, [anOrder()], [half])).toMatchObject({ state: 'matched', difference: 0 })
    expect(judge({ accepted: 6_001 }, [anOrder()], [half])).toMatchObject({ state: 'sum_differs', difference: 1 })
  })

  test('a repetition comes before everything else, and its sum is not paid again', () => {
    const [first, second] = [aLine({ operation_id: '7' }), aLine({ operation_id: '7', payout: later })]
    const verdicts = judgeLines([second, first], new Map([[first.ttn, withReceipt(elsewhere)]]))
    expect(verdicts.get(first.id)).toMatchObject({ state: 'other_payee', difference: 0 })
    expect(verdicts.get(second.id)).toEqual({ ...fresh, state: 'duplicate' })
  })

  test('money that went back a second time is a repetition too', () => {
    const back = aLine({ accepted: -10_000 })
    expect(judge({ accepted: -10_000, payout: later }, [anOrder()], [back])).toMatchObject({ state: 'duplicate' })
  })

  test('a line of another TTN is not judged, though its operation makes a line of ours a repetition', () => {
    const [ofOther, one] = [
      aLine({ ttn: '59000000000002', operation_id: '9' }),
      aLine({ operation_id: '9', payout: later }),
    ]
    const verdicts = judgeLines([ofOther, one], new Map([[one.ttn, [anOrder()]]]))
    expect([...verdicts.keys()]).toEqual([one.id])
    expect(verdicts.get(one.id)).toMatchObject({ state: 'duplicate', difference: -10_000 })
  })
})

test('why there is nothing fiscal, state by state', () => {
  const why = (is_not_needed: boolean) =>
    receiptStates.map((state) => [state, whyNoReceipt(aReceipt({ state }), { is_not_needed })])
  const alive = {
    queued: 'waiting',
    sending: 'waiting',
    unknown: 'in_doubt',
    attention: 'in_doubt',
    created: 'waiting',
    cancelling: 'waiting',
    cancel_unknown: 'in_doubt',
    fiscalized: 'waiting',
  }
  expect(Object.fromEntries(why(false))).toEqual({ ...alive, cancelled: 'cancelled', failed: 'cancelled' })
  expect(Object.fromEntries(why(true))).toEqual({ ...alive, cancelled: 'not_needed', failed: 'not_needed' })
  expect([whyNoReceipt(null, { is_not_needed: false }), whyNoReceipt(null, { is_not_needed: true })]).toEqual([
    'none',
    'not_needed',
  ])
})

describe('what became of the money for a parcel', () => {
  const paid: PaymentFacts = {
    order_id: 'order-1',
    ttn: '59000000000001',
    paid_on: '2026-04-02',
    amount: 10_000,
    is_not_needed: false,
    receipts: [aReceipt()],
    register: { id: 'register-9', payee_id: theirs },
    accepted: 10_000,
    lines: 1,
    payee_ids: [ours],
  }
  const settled = {
    order_id: 'order-1',
    ttn: '59000000000001',
    paid_on: '2026-04-02',
    amount: 10_000,
    cash_register_id: 'register-1',
    payee_id: ours,
    receipt_id: 'receipt-1',
    receipt_amount: 10_000,
    accepted: 10_000,
    lines: 1,
    state: 'settled',
    why: null,
  }
  const withReceipt = (more: Partial<ReceiptFacts>): Partial<PaymentFacts> => ({ receipts: [aReceipt(more)] })
  const ofParcel = { cash_register_id: 'register-9', payee_id: theirs }
  const none = { accepted: 0, lines: 0, payee_ids: [] }
  const cases: [string, Partial<PaymentFacts>, object][] = [
    ['transfers that agree with the receipt', {}, {}],
    ['transfers of more', { accepted: 10_001 }, { accepted: 10_001, state: 'sum_differs' }],
    ['transfers of less', { accepted: 9_999, lines: 2 }, { accepted: 9_999, lines: 2, state: 'sum_differs' }],
    ['transfers that came to nothing', { accepted: 0, lines: 2 }, { accepted: 0, lines: 2, state: 'sum_differs' }],
    ['no transfer', none, { accepted: 0, lines: 0, state: 'awaiting' }],
    ['a returned receipt', withReceipt({ is_returned: true }), { state: 'returned' }],
    [
      'a returned receipt and money elsewhere',
      { ...withReceipt({ is_returned: true }), payee_ids: [theirs] },
      { state: 'returned' },
    ],
    ['money that went to another payee', { payee_ids: [theirs] }, { state: 'other_payee' }],
    [
      'some of it to another payee, of another sum',
      { payee_ids: [ours, theirs], accepted: 1 },
      { state: 'other_payee', accepted: 1 },
    ],
    [
      'money for a waiting receipt that went to another payee',
      { ...withReceipt({ state: 'created' }), payee_ids: [theirs] },
      { state: 'other_payee' },
    ],
    [
      'a cash register of nobody known',
      { ...withReceipt({ register: { id: 'register-3', payee_id: null } }), payee_ids: [ours, theirs] },
      { cash_register_id: 'register-3', payee_id: null },
    ],
    [
      'a waiting receipt without a transfer',
      { ...withReceipt({ state: 'created', is_returned: true }), ...none },
      { accepted: 0, lines: 0, state: 'no_receipt', why: 'waiting' },
    ],
    [
      'a dead receipt: the cash register is the parcel’s',
      { ...withReceipt({ state: 'failed' }), payee_ids: [ours] },
      { ...ofParcel, state: 'no_receipt', why: 'cancelled' },
    ],
    [
      'no receipt',
      { receipts: [] },
      { ...ofParcel, receipt_id: null, receipt_amount: null, state: 'no_receipt', why: 'none' },
    ],
    [
      'no receipt and no cash register, and none needed',
      { receipts: [], register: null, is_not_needed: true },
      {
        cash_register_id: null,
        payee_id: null,
        receipt_id: null,
        receipt_amount: null,
        state: 'no_receipt',
        why: 'not_needed',
      },
    ],
  ]
  test.each(cases)('%s', (_case, facts, verdict) => {
    expect(judgePayment({ ...paid, ...facts })).toEqual({ ...settled, ...verdict })
  })
})
