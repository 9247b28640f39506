import { expect, test } from 'vitest'
import { mostPerPersonAndHour, secondsToWait, toMasked, toPlain } from './copy-rules.ts'

const never = { receipt_seconds: null, person_count: 0, person_oldest_seconds: 0 }

test('a copy of one receipt is sent once a minute', () => {
  expect(secondsToWait(never)).toBe(0)
  expect(secondsToWait({ ...never, receipt_seconds: 0 })).toBe(60)
  expect(secondsToWait({ ...never, receipt_seconds: 59.2 })).toBe(1)
  expect(secondsToWait({ ...never, receipt_seconds: 60 })).toBe(0)
})

test('a person sends so many an hour, and then waits until the oldest is an hour old', () => {
  const busy = { ...never, person_count: mostPerPersonAndHour - 1, person_oldest_seconds: 600 }
  expect(secondsToWait(busy)).toBe(0)
  expect(secondsToWait({ ...busy, person_count: mostPerPersonAndHour })).toBe(3000)
})

test('an address in the audit log shows its end and no more', () => {
  expect(toMasked({ phone: '+380671112233' })).toBe('…2233')
  expect(toMasked({ email: 'olena.k@example.com' })).toBe('o…@example.com')
})

test('one address has one spelling', () => {
  expect(toPlain({ phone: '+380671112233' })).toBe(toPlain({ phone: '380671112233' }))
  expect(toPlain({ email: 'Olena@Example.com' })).toBe('olena@example.com')
})
