import { expect, test } from 'vitest'
import { paidTooLongAgo } from './rules.ts'

test('a parcel is paid too long ago once the time of the settings has passed', () => {
  const now = new Date('2026-03-09T12:00:00.000Z')
  const config = { receipt_times: { paid_unfiscal_ms: 60_000 } }
  // Only what the rule reads of the settings.
  const app: Parameters<typeof paidTooLongAgo>[0] = JSON.parse(JSON.stringify({ config }))
  expect(paidTooLongAgo({ ...app, clock: { now: () => now } }).toISOString()).toBe('2026-03-09T11:59:00.000Z')
})
