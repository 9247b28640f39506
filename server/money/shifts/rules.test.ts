import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askSince, judgeShift, type CountedShift, type LabelCount } from './rules.ts'

const own = 'Платіж через інтегратора NovaPay'
const advance = 'З поточного рахунку'

const aLabel = (more: Partial<LabelCount> = {}): LabelCount => ({
  label: own,
  z_sum: 120_000,
  z_returned: 0,
  our_count: 1,
  our_sum: 120_000,
  rounded: 0,
  ...more,
})

const judge = (labels: readonly LabelCount[], more: Partial<CountedShift> = {}) =>
  judgeShift({
    sell_count: labels.reduce((count, { our_count }) => count + our_count, 0),
    own_label: own,
    is_complete: true,
    labels,
    ...more,
  })

describe('a shift', () => {
  test('in which the register made our receipts alone is equal', () => {
    expect(judge([aLabel()])).toMatchObject({ state: 'equal', difference: 0 })
    expect(judge([])).toEqual({ state: 'equal', difference: 0, labels: [] })
  })

  test('whose Z has more under our label was worked at elsewhere too, by that sum', () => {
    const more = aLabel({ z_sum: 150_050 })
    expect(judge([more], { sell_count: 2 })).toMatchObject({ state: 'made_elsewhere', difference: 30_050 })
  })

  test('in which we made nothing under the label of the register, and somebody else did, was worked at elsewhere', () => {
    const theirs = aLabel({ our_count: 0, our_sum: 0, z_sum: 7_000 })
    expect(judge([theirs], { sell_count: 1 })).toMatchObject({ state: 'made_elsewhere', difference: 7_000 })
  })

  test('whose Z has a kopiyka less than ours is an alarm', () => {
    expect(judge([aLabel({ z_sum: 119_999 })])).toMatchObject({ state: 'less_than_ours', difference: -1 })
  })

  test('whose Z lacks our label is an alarm, however much it has under others', () => {
    const swapped = [aLabel({ z_sum: 0 }), aLabel({ label: 'Готівка', z_sum: 500_000, our_count: 0, our_sum: 0 })]
    expect(judge(swapped, { sell_count: 9 })).toMatchObject({ state: 'less_than_ours', difference: -120_000 })
  })

  test('that lacks something under one label is not made good by what another label has too much', () => {
    const labels = [aLabel({ z_sum: 90_000 }), aLabel({ label: advance, z_sum: 150_000 })]
    expect(judge(labels)).toMatchObject({ state: 'less_than_ours', difference: -30_000 })
  })

  test('whose Z counts fewer receipts than we made is an alarm though the sums agree', () => {
    expect(judge([aLabel({ our_count: 2 })], { sell_count: 1 })).toMatchObject({
      state: 'less_than_ours',
      difference: 0,
    })
  })

  test('with labels that Касир does not use is judged by ours alone', () => {
    const till = aLabel({ label: 'Готівка', z_sum: 900, our_count: 0, our_sum: 0 })
    const judged = judge([aLabel(), till], { sell_count: 2 })
    expect(judged).toMatchObject({ state: 'equal', difference: 0 })
    expect(judged.labels.map(({ is_compared, difference }) => [is_compared, difference])).toEqual([
      [true, 0],
      [false, 900],
    ])
  })

  test('is unknown while the shift or the label of a receipt is, whatever the sums say', () => {
    for (const z_sum of [0, 120_000, 500_000])
      expect(judge([aLabel({ z_sum })], { is_complete: false })).toMatchObject({ state: 'unknown', difference: null })
  })

  test('with rounded cash is equal before and after rounding, and not a kopiyka beyond', () => {
    const cash = { label: 'Готівка', our_sum: 20_050, rounded: 23 }
    const states = [20_027, 20_050, 20_073, 20_026, 20_074].map((z_sum) => judge([aLabel({ ...cash, z_sum })]).state)
    expect(states).toEqual(['equal', 'equal', 'equal', 'less_than_ours', 'made_elsewhere'])
  })

  test('shows what was returned and compares it with nothing', () => {
    const [label] = judge([aLabel({ z_returned: 120_000 })]).labels
    expect(label).toMatchObject({ z_returned: 120_000, difference: 0 })
  })
})

/** Receipts of one shift: who made each, under which label, and whether the Z counts it. */
const receipts = fc.array(
  fc.record({
    label: fc.constantFrom(own, advance, 'Готівка'),
    sum: fc.integer({ min: 1, max: 1e8 }),
    ours: fc.boolean(),
  }),
  { maxLength: 12 },
)
type Made = { label: string; sum: number; ours: boolean }

function count(made: readonly Made[], inZ: readonly Made[]): CountedShift {
  const total = (some: readonly Made[]) => some.reduce((sum, one) => sum + one.sum, 0)
  const labels = [...new Set([...made, ...inZ].map(({ label }) => label))].map((label) => {
    const ofLabel = (some: readonly Made[]) => some.filter((one) => one.label === label)
    const ours = ofLabel(made).filter((one) => one.ours)
    return aLabel({ label, z_sum: total(ofLabel(inZ)), our_count: ours.length, our_sum: total(ours) })
  })
  return { sell_count: inZ.length, own_label: own, is_complete: true, labels }
}

test('law 12: a Z that counts every receipt of its shift is never less than ours, and differs by what others made', () => {
  fc.assert(
    fc.property(receipts, (made) => {
      const { state, difference, labels } = judgeShift(count(made, made))
      const compared = new Set(labels.filter(({ is_compared }) => is_compared).map(({ label }) => label))
      const elsewhere = made
        .filter(({ label, ours }) => !ours && compared.has(label))
        .reduce((sum, one) => sum + one.sum, 0)
      expect(difference).toBe(elsewhere)
      expect(state).toBe(elsewhere === 0 ? 'equal' : 'made_elsewhere')
    }),
  )
})

test('law 12 sees its fault: a Z that lacks one receipt of ours, where nobody else works, is less than ours by its sum', () => {
  fc.assert(
    fc.property(receipts, fc.nat(), (made, at) => {
      const ours = made.filter((one) => one.ours)
      fc.pre(ours.length > 0)
      const lost = ours[at % ours.length]
      const judged = judgeShift(
        count(
          ours,
          ours.filter((one) => one !== lost),
        ),
      )
      expect(judged).toMatchObject({ state: 'less_than_ours', difference: -(lost?.sum ?? 0) })
    }),
  )
})

test('the window is the last week, or all since the newest report when that is longer ago', () => {
  const now = new Date('2026-03-20T10:00:00.000Z')
  const since = (newest?: string) => askSince(now, newest).toISOString()
  expect(since()).toBe('2026-03-13T10:00:00.000Z')
  expect(since('2026-03-19T21:50:00.000Z')).toBe('2026-03-13T10:00:00.000Z')
  expect(since('2026-01-31T21:50:00.000Z')).toBe('2026-01-31T21:50:00.000Z')
})
