import { describe, expect, test } from 'vitest'
import {
  deletedCode,
  finalCodes,
  isReceived,
  isRefused,
  parcelGroup,
  parcelGroups,
  redirectedCode,
  type ParcelGroup,
} from './carrier-statuses.ts'

/** As «Нова пошта» lists them for TrackingDocument/getStatusDocuments. */
const meanings: Record<ParcelGroup, number[]> = {
  created: [1, 12],
  moving: [4, 5, 6, 41, 101, 104, 111, 112],
  waiting: [7, 8, 14, 107],
  received: [9, 10, 11, 106],
  refused: [102, 103, 105, 108],
  deleted: [2],
  unknown: [3],
}
const codes = Object.values(meanings).flat()

describe('a code of the carrier', () => {
  test.each(Object.entries(meanings).flatMap(([group, list]) => list.map((code) => [code, group] as const)))(
    '%i means that the parcel is %s',
    (code, group) => {
      expect(parcelGroup(code)).toBe(group)
      expect(isReceived(code)).toBe(group === 'received')
      expect(isRefused(code)).toBe(group === 'refused')
    },
  )

  test('that is not known yet belongs to no group', () => {
    expect([parcelGroup(null), isReceived(null), isRefused(null)]).toEqual([null, false, false])
  })

  test('leads to every group a person can filter by, and to no other', () => {
    expect(new Set(codes.map(parcelGroup))).toEqual(new Set(parcelGroups))
  })

  test('of the future is a parcel on its way', () => {
    expect(parcelGroup(999)).toBe('moving')
  })

  test('is asked about again unless the parcel was handed over, paid out or deleted', () => {
    expect(codes.filter((code) => finalCodes.some((final) => final === code)).toSorted((a, b) => a - b)).toEqual([
      2, 9, 11, 106,
    ])
    expect([deletedCode, redirectedCode]).toEqual([2, 104])
  })
})
