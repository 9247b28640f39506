import { describe, expect, test } from 'vitest'
import { parcelOnItsWay } from '#/test/support/tracked-parcel.ts'
import { askedTtn, backFromDeleted, followed, isUnderWay, successorToAsk } from './redirect-rules.ts'

const redirected = {
  ...parcelOnItsWay,
  status_code: 104,
  successor_ttn: '20450000000009',
  successor_kind: 'redirect',
} as const

test('the carrier is asked about the number that is to come, else the one that is followed, else the order’s own', () => {
  const [ttn, followed_ttn, asked_ttn] = ['1', '2', '3']
  expect(askedTtn({ ttn, followed_ttn, asked_ttn })).toBe('3')
  expect(askedTtn({ ttn, followed_ttn, asked_ttn: null })).toBe('2')
  expect(askedTtn({ ttn, followed_ttn: null, asked_ttn: null })).toBe('1')
})

describe('a redirected parcel is followed', () => {
  test('to the number it goes on under', () => {
    expect(successorToAsk(redirected)).toBe('20450000000009')
  })

  test.each([
    ['when there is no such number', { successor_ttn: null }],
    ['when the number is that of its way back', { successor_kind: 'return' }],
    ['when the kind of the number is not known', { successor_kind: null }],
    ['when no key of ours sent it', { cash_register_id: null }],
    ['once it was received', { status_code: 9 }],
    ['in a circle to the order’s own number', { ttn: '20450000000009' }],
    ['in a circle to the number it goes by', { followed_ttn: '20450000000009' }],
    ['in a circle to a number it went by', { passed_ttns: ['20450000000001', '20450000000009'] }],
  ] as const)('not %s', (_when, changes) => {
    const passed_ttns = [...('passed_ttns' in changes ? changes.passed_ttns : [])]
    expect(successorToAsk({ ...redirected, ...changes, passed_ttns })).toBeNull()
  })

  test('at most ten times: a longer way is a mistake somewhere', () => {
    const way = (length: number) => Array.from({ length }, (_, step) => `2045000000010${step}`)
    expect(successorToAsk({ ...redirected, passed_ttns: way(9) })).toBe('20450000000009')
    expect(successorToAsk({ ...redirected, passed_ttns: way(10) })).toBeNull()
  })
})

test('a number the carrier does not know or has deleted is not under way, any other is', () => {
  expect([null, 3, 2].map((status_code) => isUnderWay({ status_code }))).toEqual([false, false, false])
  expect([1, 5, 9].map((status_code) => isUnderWay({ status_code }))).toEqual([true, true, true])
})

describe('a redirection that was taken back', () => {
  const deleted = { status_code: 2 }
  const twice = { ...redirected, followed_ttn: '2', passed_ttns: ['20450000000001', '1'] }
  test('leads to the number before', () => {
    expect(backFromDeleted(twice, deleted)).toEqual({ ...twice, followed_ttn: '1', passed_ttns: ['20450000000001'] })
    const once = { ...redirected, followed_ttn: '1', passed_ttns: ['20450000000001'] }
    expect(backFromDeleted(once, deleted)).toEqual({ ...once, followed_ttn: null, passed_ttns: [] })
  })

  test('is none where the parcel goes by its own number, where another one is asked about, or where it was not deleted', () => {
    expect(backFromDeleted(redirected, deleted)).toBeNull()
    expect(backFromDeleted({ ...twice, asked_ttn: '3' }, deleted)).toBeNull()
    expect(backFromDeleted(twice, { status_code: 3 })).toBeNull()
  })
})

describe('a parcel that goes on under another number', () => {
  test('is known by it, remembers the way, and what was said of the successor of the old number is forgotten', () => {
    expect(followed({ ...redirected, asked_ttn: '20450000000009' })).toEqual({
      ...redirected,
      followed_ttn: '20450000000009',
      passed_ttns: ['20450000000001'],
      asked_ttn: null,
      successor_ttn: null,
      successor_kind: null,
    })
  })

  test('remembers the number it went by last, not the order’s twice', () => {
    const again = followed({ ...redirected, followed_ttn: '2', passed_ttns: ['20450000000001'], asked_ttn: '3' })
    expect([again.followed_ttn, again.passed_ttns]).toEqual(['3', ['20450000000001', '2']])
  })

  test('is itself when no other number was asked about', () => {
    expect(followed(redirected)).toEqual(redirected)
  })
})
