import { describe, expect, test } from 'vitest'
import { aLine, aList, anOrder, aReceipt, later, ours, theirs } from '#/test/support/money-facts.ts'
import { chooseOrder, chooseReceipt, findRepeated, type Candidate, type LineFacts, type ReceiptFacts } from './rules.ts'

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
      expect(
        repeats({ payout: aList(one), position: 9 }, { payout: aList({ id: 'list-2', ...other }), position: 1 }),
      ).toEqual(['other'])
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
