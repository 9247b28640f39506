import { describe, expect, test } from 'vitest'
import { AppError } from '#/contract/errors.ts'
import { fromCursor, fromPartedCursor, toCursor, toPage, toPartedCursor } from './cursor.ts'

const place = { at: '2026-03-09T07:05:00.123Z', id: '0195c1f0-0000-7000-8000-000000000001' }
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor', () => {
  test('leads back to where the page ended', () => {
    expect(fromCursor(toCursor(place))).toEqual(place)
  })

  test('travels in an address as it is', () => {
    expect(encodeURIComponent(toCursor(place))).toBe(toCursor(place))
  })

  test('that was not given means the first page', () => {
    expect(fromCursor(undefined)).toBeNull()
  })

  test.each([
    ['empty', ''],
    ['not JSON', Buffer.from('not json').toString('base64url')],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x00]).toString('base64url')],
    ['an object', encoded(place)],
    ['too short a list', encoded([place.at])],
    ['too long a list', encoded([place.at, place.id, 1])],
    ['a time that is none', encoded(['yesterday', place.id])],
    ['an id that is none', encoded([place.at, "1'; drop table users"])],
    ['null', encoded(null)],
  ])('that is %s is refused with the name of the parameter', (_what, text) => {
    const refusal = refusalOf(() => fromCursor(text))
    expect(refusal?.code).toBe('request.invalid')
    expect(refusal?.fields).toEqual([
      { pointer: '?cursor', detail: 'Неправильний курсор: візьміть next_cursor з попередньої сторінки.' },
    ])
  })
})

describe('a cursor of a list in two parts', () => {
  test('leads back to the part and the place where the page ended', () => {
    for (const in_first_part of [true, false])
      expect(fromPartedCursor(toPartedCursor({ ...place, in_first_part }))).toEqual({ ...place, in_first_part })
    expect(fromPartedCursor(undefined)).toBeNull()
  })

  test('from the time when the list had one part is a place in the first', () => {
    expect(fromPartedCursor(toCursor(place))).toEqual({ ...place, in_first_part: true })
  })

  test.each([
    ['a part that is none', encoded([place.at, place.id, 'third'])],
    ['a part without a name', encoded([place.at, place.id, null])],
    ['too long a list', encoded([place.at, place.id, 'second', 1])],
    ['too short a list', encoded([place.at])],
  ])('that is %s is refused', (_what, text) => {
    expect(refusalOf(() => fromPartedCursor(text))?.code).toBe('request.invalid')
  })

  test('is not one of a list in one part', () => {
    expect(refusalOf(() => fromCursor(toPartedCursor({ ...place, in_first_part: false })))?.code).toBe(
      'request.invalid',
    )
  })
})

describe('a page', () => {
  const rows = [1, 2, 3].map((number) => ({ number }))
  const placeOf = ({ number }: { number: number }) => ({ ...place, at: `2026-03-0${number}T00:00:00Z` })

  test('cuts the row read one too many and goes on after the last one it shows', () => {
    const page = toPage(rows, 2, placeOf)
    expect(page.items).toEqual([{ number: 1 }, { number: 2 }])
    expect(fromCursor(page.next_cursor ?? undefined)).toEqual({ ...place, at: '2026-03-02T00:00:00Z' })
  })

  test('that holds everything there is has no next one', () => {
    expect(toPage(rows, 3, placeOf)).toEqual({ items: rows, next_cursor: null })
    expect(toPage([], 3, placeOf)).toEqual({ items: [], next_cursor: null })
  })
})

function refusalOf(read: () => unknown): AppError | null {
  try {
    read()
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
