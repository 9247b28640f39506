import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finalCodes, isRefused } from '#/contract/carrier-statuses.ts'
import type { ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import { carrierSays, untouchedParcel as untouched } from '#/test/support/tracked-parcel.ts'
import { afterAnswer, isNews, isUnchanged, stepBetween } from './rules.ts'
import type { TrackedParcel } from './tracked-parcel.ts'

const at = new Date('2026-03-09T08:00:00Z')
const shortest = 600
const days = (count: number): Date => new Date(at.getTime() + count * 24 * 3_600_000)

const says = (more: Partial<ParcelStatus>): ParcelStatus => carrierSays({ cod_amount: 100, ...more })

const mine = { at, cash_register_id: 'register', own: true, is_sender: true }
const intervalsUntil = (due_at: string | null, from = at): number | null =>
  due_at === null ? null : (Date.parse(due_at) - from.getTime()) / 1000 / shortest

describe('when a parcel is asked about again', () => {
  test.each([
    ...finalCodes.map((code): [number, null] => [code, null]),
    [1, 3],
    [12, 3],
    [4, 1],
    [41, 1],
    [5, 1],
    [6, 1],
    [7, 1],
    [8, 1],
    [14, 1],
    [101, 1],
    [107, 1],
    [111, 1],
    [112, 1],
    [10, 72],
    [102, 72],
    [103, 72],
    [104, 3],
    [105, 72],
    [108, 72],
    [999, 1],
  ])('code %i: after %s of the shortest intervals', (status_code, intervals) => {
    const { due_at } = afterAnswer(untouched, says({ status_code }), mine, shortest)
    expect(intervalsUntil(due_at)).toBe(intervals)
  })

  test.each([
    [102, 44, 72],
    [102, 46, null],
    [104, 3, 72],
    [104, 46, null],
    [10, 29, 72],
    [10, 31, null],
    [7, 89, 1],
    [7, 91, 72],
  ])('code %i that has stood for %i days: after %s', (status_code, age, intervals) => {
    const known = { ...untouched, status_code, status_since: at.toISOString() }
    const { due_at } = afterAnswer(known, says({ status_code }), { ...mine, at: days(age) }, shortest)
    expect(intervalsUntil(due_at, days(age))).toBe(intervals)
  })

  test('nobody’s parcel is put off twice as long each time, and given up after 45 days', () => {
    const nobodys = { cash_register_id: null, own: false, is_sender: false }
    let parcel: TrackedParcel = untouched
    const waits: (number | null)[] = []
    for (let round = 0; round < 8; round += 1) {
      const after = afterAnswer(parcel, says({ own: false }), { at, ...nobodys }, shortest)
      waits.push(intervalsUntil(after.due_at))
      parcel = after
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 72, 72])
    expect(afterAnswer(parcel, says({ own: false }), { at: days(46), ...nobodys }, shortest).due_at).toBeNull()
  })
})

describe('what an answer changed', () => {
  const known = afterAnswer(untouched, says({}), mine, shortest)

  test('the same answer again is nothing but the time of the question', () => {
    const again = afterAnswer(known, says({}), { ...mine, at: days(1) }, shortest)
    expect(again.checked_at).not.toBe(known.checked_at)
    expect([isUnchanged(known, again), isNews(known, again), stepBetween(known, again)]).toEqual([true, false, null])
  })

  test('nothing of what is kept can change and be taken for unchanged', () => {
    const { order_id: _order, ttn: _ttn, checked_at: _at, ...kept } = untouched
    for (const column of Object.keys(kept)) {
      const after: TrackedParcel = { ...untouched, [column]: 'something else' }
      expect([column, isUnchanged(untouched, after)]).toEqual([column, false])
    }
  })

  test.each<[string, Partial<TrackedParcel>, boolean, object | null]>([
    ['another code', { status_code: 7 }, true, { moved: true }],
    ['payment', { paid: true }, true, { paid: true }],
    ['a sender', { cash_register_id: 'other' }, true, { cash_register_id: 'other' }],
    [
      'a successor',
      { successor_ttn: '2', successor_kind: 'return' },
      true,
      { successor_ttn: '2', successor_kind: 'return' },
    ],
    ['another sum', { cod_amount: 7, cod_changed_at: at.toISOString() }, true, { cod_before: 100, cod_amount: 7 }],
    ['another wording', { status_text: 'Прибула' }, true, null],
    ['a problem', { problem: { kind: 'bad_number', detail: '', since: at.toISOString() } }, true, null],
    ['one more time it was not found', { times_missing: 1, missing_since: at.toISOString() }, false, null],
  ])('%s: whether screens and history hear of it', (_name, change, news, step) => {
    const after = { ...known, ...change }
    expect([isUnchanged(known, after), isNews(known, after), stepBetween(known, after)]).toEqual([false, news, step])
  })

  test('a successor is told once, and not when the parcel goes on under it', () => {
    const named: TrackedParcel = { ...known, successor_ttn: '2', successor_kind: 'redirect' }
    expect(stepBetween(named, { ...named, paid: true })).toEqual({ paid: true })
    expect(stepBetween(named, { ...named, successor_ttn: null, successor_kind: null, followed_ttn: '2' })).toBeNull()
  })
})

const anyStatus: fc.Arbitrary<ParcelStatus> = fc.record({
  ttn: fc.constant(untouched.ttn),
  status_code: fc.option(fc.constantFrom(1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 102, 104, 106, 777)),
  status_text: fc.string(),
  own: fc.boolean(),
  sender_phone: fc.constant(null),
  cod_amount: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  cod_kind: fc.option(fc.constantFrom('payment_control' as const, 'money_transfer' as const)),
  paid: fc.boolean(),
  received_at: fc.option(fc.constant('2026-03-08T10:00:00.000Z')),
  made_at: fc.option(fc.constant('2026-03-01T10:00:00.000Z')),
  successor: fc.option(
    fc.record({ ttn: fc.constant('20450000000002'), kind: fc.constantFrom('return' as const, 'redirect' as const) }),
  ),
})

describe('whatever the carrier says, in any order', () => {
  test('what is known is never lost to what is not told', () => {
    fc.assert(
      fc.property(fc.array(anyStatus, { minLength: 1, maxLength: 20 }), (answers) => {
        let parcel: TrackedParcel = untouched
        answers.forEach((said, index) => {
          const own = said.own ? true : null
          const asked = { at: days(index), cash_register_id: said.own ? 'register' : null, own, is_sender: said.own }
          const after = afterAnswer(parcel, said, asked, shortest)
          expect(after.ttn).toBe(parcel.ttn)
          expect(after.checked_at).toBe(days(index).toISOString())
          // Only a refusal gives the money back.
          const isKept = after.paid && after.paid_at === parcel.paid_at
          expect(!parcel.paid || isKept || (isRefused(after.status_code) && !after.paid)).toBe(true)
          expect(!parcel.paid || (parcel.cod_amount ?? 0) === 0 || (after.cod_amount ?? 0) > 0).toBe(true)
          const isTold = said.own && said.cod_amount !== null
          expect(isTold || after.cod_amount === parcel.cod_amount).toBe(true)
          const isOtherSum = after.cod_amount !== parcel.cod_amount || after.cod_kind !== parcel.cod_kind
          expect(after.cod_changed_at).toBe(
            isOtherSum && parcel.cod_amount !== null ? after.checked_at : parcel.cod_changed_at,
          )
          const bound = parcel.cash_register_id ?? asked.cash_register_id
          expect([after.cash_register_id, after.own]).toEqual([bound, bound === null ? null : true])
          // A known status gives way only to another one; «not found» never replaces it.
          const wasKnown = parcel.status_code !== null && parcel.status_code !== 3
          const tellsNothing = said.status_code === null || said.status_code === 3
          expect(after.status_code === parcel.status_code || !(wasKnown && tellsNothing)).toBe(true)
          parcel = after
        })
      }),
      { numRuns: 1_000 },
    )
  })

  test('the next time is never sooner than allowed', () => {
    fc.assert(
      fc.property(anyStatus, fc.constantFrom(null, true, false), (said, own) => {
        const { due_at } = afterAnswer(
          untouched,
          said,
          { at, cash_register_id: null, own, is_sender: own === true },
          shortest,
        )
        expect(intervalsUntil(due_at) ?? 1).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})
