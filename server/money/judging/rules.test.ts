import { describe, expect, test } from 'vitest'
import { receiptStates } from '#/contract/receipt-states.ts'
import {
  chooseOrder,
  chooseReceipt,
  findRepeated,
  judgeLines,
  judgePayment,
  whyNoReceipt,
  type Candidate,
  type LineFacts,
  type LineVerdict,
  type PaymentFacts,
  type ReceiptFacts,
} from './rules.ts'

const [ours, theirs] = ['payee-1', 'payee-2']
const aList = (more: Partial<LineFacts['payout']> = {}): LineFacts['payout'] => ({
  id: 'list-1',
  day: '2026-04-10',
  number: '500',
  payee_id: ours,
  ...more,
})
const later = aList({ id: 'list-2', number: '501' })

let made = 0
const aLine = (more: Partial<LineFacts> = {}): LineFacts => ({
  id: `line-${(made += 1)}`,
  ttn: '59000000000001',
  accepted: 10_000,
  operation_id: null,
  position: made,
  payout: aList(),
  ...more,
})

const aReceipt = (more: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  id: 'receipt-1',
  state: 'fiscalized',
  amount: 10_000,
  is_returned: false,
  created_at: '2026-04-01T09:00:00.000Z',
  register: { id: 'register-1', payee_id: ours },
  ...more,
})

const anOrder = (more: Partial<Candidate> = {}): Candidate => ({
  id: 'order-1',
  is_named: true,
  is_live: true,
  is_not_needed: false,
  receipts: [aReceipt()],
  ...more,
})

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

describe('which line repeats another', () => {
  const repeats = (one: Partial<LineFacts>, other: Partial<LineFacts>): string[] => {
    const lines = { one: aLine({ id: 'one', ...one }), other: aLine({ id: 'other', ...other }) }
    const found = [...findRepeated([lines.one, lines.other])]
    // Whatever comes first into the function, the answer is the same.
    expect([...findRepeated([lines.other, lines.one])]).toEqual(found)
    return found
  }

  test('the same operation, in another list, another TTN or for another sum', () => {
    expect(repeats({ operation_id: '1' }, { operation_id: '1', payout: later })).toEqual(['other'])
    expect(repeats({ operation_id: '1' }, { operation_id: '1', payout: later, ttn: '2' })).toEqual(['other'])
    expect(repeats({ operation_id: '1' }, { operation_id: '1', payout: later, accepted: 5 })).toEqual(['other'])
  })

  test('the same operation within one list: the later place', () => {
    expect(repeats({ operation_id: '1', position: 2 }, { operation_id: '1', position: 1 })).toEqual(['one'])
    expect(repeats({ operation_id: '1', position: 2 }, { operation_id: '1', position: 10 })).toEqual(['other'])
  })

  test('other operations never, whatever else is the same', () => {
    expect(repeats({ operation_id: '1' }, { operation_id: '2', payout: later })).toEqual([])
  })

  test('without an operation on either side: the same sum for the same TTN in another list', () => {
    expect(repeats({}, { payout: later })).toEqual(['other'])
    expect(repeats({ operation_id: '1' }, { payout: later })).toEqual(['other'])
    expect(repeats({}, { operation_id: '1', payout: later })).toEqual(['other'])
  })

  test('not in the same list, not for another sum, not for another TTN', () => {
    expect(repeats({}, {})).toEqual([])
    expect(repeats({ operation_id: '1' }, {})).toEqual([])
    expect(repeats({}, { operation_id: '1' })).toEqual([])
    expect(repeats({}, { payout: later, accepted: 9_999 })).toEqual([])
    expect(repeats({}, { payout: later, ttn: '2' })).toEqual([])
  })

  test('what repeats one line of an earlier list repeats them, however many stand there', () => {
    const lines = [aLine({ id: 'a' }), aLine({ id: 'b' }), aLine({ id: 'c', payout: later })]
    expect([...findRepeated(lines)]).toEqual(['c'])
    const operations = ['1', '2'].map((operation_id) => aLine({ operation_id }))
    const bare = [aLine({ id: 'bare', payout: later }), aLine({ id: 'again', payout: later })]
    expect([...findRepeated([...operations, ...bare])]).toEqual(['bare', 'again'])
  })

  test('a line of its own list does not hide one of an earlier list', () => {
    const lines = [
      aLine({ id: 'first' }),
      aLine({ id: 'with', operation_id: '1', payout: later, position: 1 }),
      aLine({ id: 'bare', payout: later, position: 2 }),
    ]
    expect([...findRepeated(lines)]).toEqual(['with', 'bare'])
  })

  test('a list is earlier by its day, then the length of its number, its number, its payee', () => {
    const earlier = (one: Partial<LineFacts['payout']>, other: Partial<LineFacts['payout']>) =>
      expect(repeats({ payout: aList(one) }, { payout: aList({ id: 'list-2', ...other }) })).toEqual(['other'])
    earlier({ day: '2026-04-09', number: '999' }, { day: '2026-04-10', number: '1' })
    earlier({ number: '99' }, { number: '100' })
    earlier({ number: '499', payee_id: theirs }, { number: '500', payee_id: ours })
    earlier({ payee_id: ours }, { payee_id: theirs })
    // The place decides only within a list.
    expect(repeats({ position: 9 }, { payout: later, position: 1 })).toEqual(['other'])
  })
})

describe('which order a TTN belongs to', () => {
  const [one, other, third] = ['a', 'b', 'c'].map((id) => anOrder({ id }))
  if (!one || !other || !third) throw new Error('three orders')
  const dead = (order: Candidate): Candidate => ({ ...order, is_live: false })
  const sentOn = (order: Candidate): Candidate => ({ ...order, is_named: false })

  test('the only one, live or not, its own or sent on', () => {
    for (const only of [one, dead(one), sentOn(one), dead(sentOn(one))]) expect(chooseOrder([only])).toBe(only)
  })

  test('nobody’s, when there is none or several could be meant', () => {
    expect(chooseOrder([])).toBeNull()
    expect(chooseOrder([one, other])).toBeNull()
    expect(chooseOrder([dead(one), dead(other)])).toBeNull()
    expect(chooseOrder([dead(one), other, third])).toBeNull()
  })

  test('the only live one of several', () => {
    expect(chooseOrder([dead(one), other, dead(third)])).toBe(other)
  })

  test('one that has the TTN itself before those sent on, even where it is not live', () => {
    expect(chooseOrder([sentOn(one), other])).toBe(other)
    const cancelled = dead(other)
    expect(chooseOrder([sentOn(one), cancelled])).toBe(cancelled)
    expect(chooseOrder([sentOn(one), other, third])).toBeNull()
  })
})

describe('which receipt counts', () => {
  const at = (id: string, minute: string, more: Partial<ReceiptFacts> = {}) =>
    aReceipt({ id, created_at: `2026-04-01T09:0${minute}:00.000Z`, ...more })
  const chosen = (...receipts: ReceiptFacts[]): (string | undefined)[] =>
    [receipts, receipts.toReversed()].map((some) => chooseReceipt(some)?.id)

  test('none of none', () => expect(chooseReceipt([])).toBeNull())

  test('a living one before dead ones, however new they are', () => {
    for (const state of ['cancelled', 'failed'] as const)
      expect(chosen(at('old', '1', { state: 'queued' }), at('new', '2', { state }))).toEqual(['old', 'old'])
  })

  test('the newest of the living, and of the dead', () => {
    expect(chosen(at('b', '1'), at('a', '2'))).toEqual(['a', 'a'])
    const state = 'failed'
    expect(chosen(at('b', '1', { state }), at('a', '2', { state: 'cancelled' }))).toEqual(['a', 'a'])
  })

  test('of one moment the one with the greater id', () => {
    expect(chosen(at('a', '1'), at('b', '1'))).toEqual(['b', 'b'])
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
