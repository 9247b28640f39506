import { describe, expect, test } from 'vitest'
import { carrierSays as says, parcelOnItsWay, untouchedParcel as untouched } from '#/test/support/tracked-parcel.ts'
import { afterAnswer, afterNoAnswer } from './rules.ts'
import type { TrackedParcel } from './tracked-parcel.ts'

const at = new Date('2026-03-09T08:00:00.000Z')
const day = 24 * 3_600_000
const days = (count: number): Date => new Date(at.getTime() + count * day)
const shortest = 600
const mine = { at, cash_register_id: 'register', own: true, is_sender: true }

describe('an answer about the number the parcel is to go on under', () => {
  const asked = { ...parcelOnItsWay, asked_ttn: '20450000000009', successor_ttn: '20450000000009' }

  test.each([null, 3, 2])('counts for nothing until the parcel is under way there (code %s)', (status_code) => {
    const after = afterAnswer(asked, says({ status_code, cod_amount: 1, paid: true }), mine, shortest)
    expect(after).toEqual({ ...asked, asked_ttn: null, checked_at: at.toISOString(), due_at: after.due_at })
    expect(after.due_at).toBe('2026-03-09T08:10:00.000Z')
    expect(afterNoAnswer(asked, at, shortest)).toEqual(after)
  })

  test('is the parcel from then on', () => {
    const after = afterAnswer(asked, says({ ttn: '20450000000009', status_code: 4 }), mine, shortest)
    expect(after).toMatchObject({
      followed_ttn: '20450000000009',
      passed_ttns: ['20450000000001'],
      asked_ttn: null,
      successor_ttn: null,
      status_code: 4,
    })
  })

  test('is asked for at once, and in its turn again when the number names yet another', () => {
    const successor = { ttn: '20450000000010', kind: 'redirect' } as const
    const after = afterAnswer(parcelOnItsWay, says({ status_code: 104, successor }), mine, shortest)
    expect(after).toMatchObject({ asked_ttn: '20450000000010', successor_kind: 'redirect', due_at: at.toISOString() })
    const back = { ttn: '20450000000010', kind: 'return' } as const
    expect(afterAnswer(parcelOnItsWay, says({ status_code: 102, successor: back }), mine, shortest)).toMatchObject({
      asked_ttn: null,
      successor_ttn: '20450000000010',
      successor_kind: 'return',
    })
  })
})

describe('a number the carrier does not know', () => {
  const said = says({ status_code: 3, status_text: 'Номер не знайдено' })
  const missed = (times_missing: number, forMs: number): TrackedParcel => ({
    ...untouched,
    times_missing,
    missing_since: new Date(at.getTime() - forMs).toISOString(),
  })

  test('is believed missing the third time, a day after the first: a waybill minutes old is unknown as well', () => {
    const code = (known: TrackedParcel) => afterAnswer(known, said, mine, shortest).status_code
    expect(code(untouched)).toBeNull()
    expect(code(missed(1, day))).toBeNull()
    expect(code(missed(2, day - 1))).toBeNull()
    expect(code(missed(2, day))).toBe(3)
  })

  test('is counted from the first time it was not found', () => {
    expect(afterAnswer(untouched, said, mine, shortest)).toMatchObject({
      times_missing: 1,
      missing_since: at.toISOString(),
    })
    const known = missed(2, day)
    const after = afterAnswer(known, said, mine, shortest)
    expect(after).toMatchObject({
      times_missing: 3,
      missing_since: known.missing_since,
      status_text: 'Номер не знайдено',
      status_since: at.toISOString(),
    })
    const reworded = { ...said, status_text: 'Такої накладної немає' }
    expect(afterAnswer(after, reworded, { ...mine, at: days(1) }, shortest)).toMatchObject({
      status_code: 3,
      status_text: 'Такої накладної немає',
      times_missing: 4,
      status_since: at.toISOString(),
    })
  })

  test('never takes away what was known of a parcel that was on its way', () => {
    const known = { ...parcelOnItsWay, times_missing: 9, missing_since: days(-9).toISOString() }
    expect(afterAnswer(known, said, mine, shortest)).toMatchObject({
      status_code: 5,
      status_text: 'Прямує',
      status_since: parcelOnItsWay.status_since,
      times_missing: 10,
    })
  })

  test('is found again, and the count begins anew', () => {
    const after = afterAnswer(missed(2, day), says({}), mine, shortest)
    expect(after).toMatchObject({ status_code: 5, status_text: 'Їде', times_missing: 0, missing_since: null })
  })
})

describe('what an answer tells of a parcel', () => {
  test('counts its age from the first time the same code was told', () => {
    const same = afterAnswer(parcelOnItsWay, says({}), mine, shortest)
    expect(same.status_since).toBe(parcelOnItsWay.status_since)
    expect(afterAnswer({ ...parcelOnItsWay, status_since: null }, says({}), mine, shortest).status_since).toBe(
      at.toISOString(),
    )
    expect(afterAnswer(parcelOnItsWay, says({ status_code: 7 }), mine, shortest).status_since).toBe(at.toISOString())
  })

  test('keeps the first register that sent it, and a parcel of ours stays ours', () => {
    const strange = { at, cash_register_id: 'another', own: false, is_sender: false }
    const after = afterAnswer(parcelOnItsWay, says({}), strange, shortest)
    expect(after).toMatchObject({ cash_register_id: 'register', own: true })
    expect(afterAnswer(untouched, says({}), { ...strange, own: null }, shortest)).toMatchObject({
      cash_register_id: 'another',
      own: null,
    })
  })

  test('counts how often in a row every key was a stranger’s', () => {
    const strange = { at, cash_register_id: null, own: false, is_sender: false }
    const known = { ...untouched, foreign_rounds: 4 }
    expect(afterAnswer(known, says({}), strange, shortest).foreign_rounds).toBe(5)
    expect(afterAnswer(known, says({}), { ...strange, own: null }, shortest).foreign_rounds).toBe(0)
    expect(afterAnswer(known, says({}), mine, shortest).foreign_rounds).toBe(0)
  })

  test('is believed about money only when the key is the sender’s', () => {
    const said = says({ cod_amount: 1, cod_kind: 'money_transfer', paid: true })
    const after = afterAnswer(parcelOnItsWay, said, { ...mine, is_sender: false }, shortest)
    expect(after).toMatchObject({ cod_amount: 120_000, cod_kind: 'payment_control', paid: false, cod_changed_at: null })
    expect(afterAnswer(parcelOnItsWay, said, mine, shortest)).toMatchObject({ cod_amount: 1, paid: true })
  })

  test('does not wipe out when it was received, nor its successor, when they are not told again', () => {
    const received_at = '2026-03-08T10:00:00.000Z'
    const known = { ...parcelOnItsWay, received_at, successor_ttn: '2', successor_kind: 'return' } as const
    expect(afterAnswer({ ...known, passed_ttns: [] }, says({}), mine, shortest)).toMatchObject({
      received_at,
      successor_ttn: '2',
      successor_kind: 'return',
    })
    const later = '2026-03-09T10:00:00.000Z'
    expect(afterAnswer(known, says({ received_at: later }), mine, shortest).received_at).toBe(later)
  })

  test('keeps when the waybill was made; that of a redirection is a later one', () => {
    const made_at = '2026-03-01T10:00:00.000Z'
    const known = afterAnswer(untouched, says({ made_at }), mine, shortest)
    expect(known.waybill_made_at).toBe(made_at)
    for (const told of [null, '2026-03-09T10:00:00.000Z'])
      expect(afterAnswer(known, says({ made_at: told }), mine, shortest).waybill_made_at).toBe(made_at)
    const earlier = '2026-02-28T10:00:00.000Z'
    expect(afterAnswer(known, says({ made_at: earlier }), mine, shortest).waybill_made_at).toBe(earlier)
  })

  test('keeps the beginning of a problem that goes on, and ends one that does not', () => {
    const problem = { kind: 'other_sender', detail: 'Інший відправник', since: days(-3).toISOString() } as const
    const known = { ...parcelOnItsWay, problem }
    const again = { ...problem, since: at.toISOString() }
    const after = (told: typeof again | null) =>
      afterAnswer(known, says({}), { ...mine, problem: told }, shortest).problem
    expect(after(again)).toEqual(problem)
    expect(after(null)).toBeNull()
    expect(afterAnswer(known, says({}), mine, shortest).problem).toBeNull()
    const otherwise = { ...again, detail: 'Інші слова' } as const
    expect(afterAnswer(known, says({}), { ...mine, problem: otherwise }, shortest).problem).toEqual(otherwise)
    const other = { ...again, kind: 'sender_unproven' } as const
    expect(afterAnswer(known, says({}), { ...mine, problem: other }, shortest).problem).toEqual(other)
    expect(afterAnswer(parcelOnItsWay, says({}), { ...mine, problem: again }, shortest).problem).toEqual(again)
  })
})
