import { expect, test } from 'vitest'
import { decideMode, type Mode } from './mode.ts'

const marks: (Mode | null)[] = ['demo', 'real', null]
const nothing = { has_demo_orders: false, has_real_orders: false }
const decide = (demo: boolean | null, has_crm: boolean, facts: Partial<Parameters<typeof decideMode>[1]>): string => {
  const decision = decideMode({ demo, has_crm }, { mark: null, ...nothing, ...facts })
  return 'mode' in decision ? decision.mode : 'refused'
}

test.each([
  // KASYR_DEMO, a CRM, and what comes of it on a database marked as a demo, marked as real, and an empty one.
  [null, false, ['demo', 'real', 'demo']],
  [null, true, ['refused', 'real', 'real']],
  [true, false, ['demo', 'refused', 'demo']],
  [true, true, ['refused', 'refused', 'refused']],
  [false, false, ['refused', 'real', 'real']],
  [false, true, ['refused', 'real', 'real']],
] as const)('KASYR_DEMO %s, a CRM %s', (demo, has_crm, outcomes) => {
  expect(marks.map((mark) => decide(demo, has_crm, { mark }))).toEqual(outcomes)
})

test('a database without a mark is what its orders are; where both are, the real ones count', () => {
  for (const [demo, has_crm] of [
    [null, false],
    [null, true],
    [true, false],
    [false, false],
  ] as const) {
    expect(decide(demo, has_crm, { has_demo_orders: true })).toBe(decide(demo, has_crm, { mark: 'demo' }))
    expect(decide(demo, has_crm, { has_real_orders: true })).toBe(decide(demo, has_crm, { mark: 'real' }))
    const both = { has_demo_orders: true, has_real_orders: true }
    expect(decide(demo, has_crm, both)).toBe(decide(demo, has_crm, { mark: 'real' }))
  }
})
