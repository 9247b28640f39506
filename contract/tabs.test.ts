import { expect, test } from 'vitest'
import { tabOf, tabs } from './tabs.ts'

test('what the carrier says of the parcel decides before the receipt does', () => {
  expect([true, false].map((has_receipt) => tabOf({ status_code: 103, has_receipt }))).toEqual(['refused', 'refused'])
  expect([true, false].map((has_receipt) => tabOf({ status_code: 9, has_receipt }))).toEqual(['received', 'received'])
})

test('while the parcel is under way or unknown, the receipt decides', () => {
  for (const status_code of [null, 1, 5, 7, 104]) {
    expect(tabOf({ status_code, has_receipt: true })).toBe('has_receipt')
    expect(tabOf({ status_code, has_receipt: false })).toBe('no_receipt')
  }
})

test('every tab is one an order can be in, and what needs work comes first', () => {
  const reachable = [null, 9, 103].flatMap((status_code) =>
    [true, false].map((has_receipt) => tabOf({ status_code, has_receipt })),
  )
  expect(new Set(tabs)).toEqual(new Set(reachable))
  expect(tabs[0]).toBe('no_receipt')
})
