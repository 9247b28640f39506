import { describe, expect, test } from 'vitest'
import { parcelOnItsWay } from '#/test/support/tracked-parcel.ts'
import { paymentAfter } from './payment-rules.ts'
import type { TrackedParcel } from './tracked-parcel.ts'

const now = '2026-03-09T08:00:00.000Z'
const before = '2026-03-08T08:00:00.000Z'
const untold = { cod_amount: null, cod_kind: null, paid: false } as const
const told = (cod_amount: number) => ({ cod_amount, cod_kind: 'payment_control', paid: false }) as const
const known = (changes: Partial<TrackedParcel> = {}): TrackedParcel => ({ ...parcelOnItsWay, ...changes })

const [moving, waiting, redirected, deleted] = [5, 7, 104, 2]
const received = [9, 10, 11, 106]
const refused = [102, 103, 105, 108]

describe('the sum to be paid', () => {
  test('stays when none is told: a stranger is told nothing', () => {
    expect(paymentAfter(known({ cod_changed_at: before }), untold, moving, now)).toEqual({
      cod_amount: 120_000,
      cod_kind: 'payment_control',
      cod_changed_at: before,
      paid: false,
      paid_at: null,
    })
  })

  test('is taken when it is told for the first time, which is no change', () => {
    const first = paymentAfter(known({ cod_amount: null, cod_kind: null }), told(120_000), moving, now)
    expect(first).toMatchObject({ cod_amount: 120_000, cod_kind: 'payment_control', cod_changed_at: null })
  })

  test('follows what is told, even after the payment, and the change is noted', () => {
    expect(paymentAfter(known(), told(119_999), moving, now)).toMatchObject({
      cod_amount: 119_999,
      cod_changed_at: now,
    })
    const paid = known({ paid: true, paid_at: before })
    expect(paymentAfter(paid, told(1), received[0] ?? null, now)).toMatchObject({ cod_amount: 1, cod_changed_at: now })
    expect(paymentAfter(known({ cod_changed_at: before }), told(120_000), moving, now).cod_changed_at).toBe(before)
  })

  test('is also changed when it is to be paid in another way', () => {
    const said = { ...told(120_000), cod_kind: 'money_transfer' } as const
    expect(paymentAfter(known(), said, moving, now)).toMatchObject({ cod_kind: 'money_transfer', cod_changed_at: now })
  })

  test.each([moving, waiting, 1, null])('is none once the sender took it away before the payment (code %s)', (code) => {
    expect(paymentAfter(known(), told(0), code, now)).toMatchObject({ cod_amount: 0, cod_changed_at: now, paid: false })
  })

  test.each([...received, ...refused, redirected, deleted])(
    'stays when the carrier says zero of a parcel with nothing left to collect (code %i)',
    (code) => {
      const after = paymentAfter(known({ cod_amount: 1 }), told(0), code, now)
      expect(after).toMatchObject({ cod_amount: 1, cod_changed_at: null })
    },
  )

  test('stays when zero is said of what was paid, wherever the parcel is', () => {
    const paid = known({ paid: true, paid_at: before })
    expect(paymentAfter(paid, told(0), moving, now)).toMatchObject({ cod_amount: 120_000, cod_changed_at: null })
  })

  test('is zero when there never was another, also of what is done', () => {
    const paid = known({ cod_amount: null, cod_kind: null, paid: true, paid_at: before })
    expect(paymentAfter(paid, told(0), deleted, now).cod_amount).toBe(0)
    const free = known({ cod_amount: 0, cod_kind: 'payment_control' })
    const said = { ...told(0), cod_kind: 'money_transfer' } as const
    expect(paymentAfter(free, said, deleted, now)).toMatchObject({ cod_kind: 'money_transfer', cod_changed_at: now })
  })
})

describe('a parcel is paid', () => {
  const isPaid = (changes: Partial<TrackedParcel>, said: Parameters<typeof paymentAfter>[1], code: number | null) =>
    paymentAfter(known(changes), said, code, now).paid

  test('when the carrier says so', () => {
    const after = paymentAfter(known(), { ...told(120_000), paid: true }, waiting, now)
    expect(after).toMatchObject({ paid: true, paid_at: now })
  })

  test.each(received)('when it was handed over with a sum on it (code %i), even if none is told any more', (code) => {
    expect(isPaid({}, untold, code)).toBe(true)
    expect(isPaid({ cod_amount: 1 }, untold, code)).toBe(true)
    expect(isPaid({}, told(0), code)).toBe(true)
  })

  test.each(received)('not by being handed over when there was nothing to pay (code %i)', (code) => {
    expect(isPaid({ cod_amount: 0 }, untold, code)).toBe(false)
    expect(isPaid({ cod_amount: null, cod_kind: null }, untold, code)).toBe(false)
  })

  test.each([moving, waiting, ...refused, redirected, deleted])('not by its status alone (code %i)', (code) => {
    expect(paymentAfter(known(), told(120_000), code, now)).toMatchObject({ paid: false, paid_at: null })
  })

  test.each(refused)(
    'not any more once it is refused, and not by itself when the refusal is taken back (code %i)',
    (code) => {
      const paidAhead = known({ paid: true, paid_at: before })
      const back = paymentAfter(paidAhead, { ...told(120_000), paid: true }, code, now)
      expect(back).toMatchObject({ cod_amount: 120_000, paid: false, paid_at: null })
      expect(paymentAfter({ ...paidAhead, ...back }, told(120_000), waiting, now)).toMatchObject({ paid: false })
      expect(paymentAfter({ ...paidAhead, ...back }, told(120_000), 9, now)).toMatchObject({ paid: true, paid_at: now })
    },
  )

  test('as long as nobody refuses it, since it was first seen', () => {
    const paid = known({ paid: true, paid_at: before })
    expect(paymentAfter(paid, untold, moving, now)).toMatchObject({ paid: true, paid_at: before })
    expect(paymentAfter(paid, { ...told(120_000), paid: true }, 9, now).paid_at).toBe(before)
  })
})
