import { expect, test } from 'vitest'
import { troubleTimes } from './rules.ts'

test('what lasts longer than the settings say is a trouble', () => {
  const now = new Date('2026-03-09T12:00:00.000Z')
  const config = { receipt_times: { paid_unfiscal_ms: 60_000, stuck_ms: 30_000 } }
  // Only what the rule reads of the settings.
  const app: Parameters<typeof troubleTimes>[0] = JSON.parse(JSON.stringify({ config }))
  expect(troubleTimes({ ...app, clock: { now: () => now } })).toEqual({
    now,
    paid_before: new Date('2026-03-09T11:59:00.000Z'),
    stuck_before: new Date('2026-03-09T11:59:30.000Z'),
    asked_before: new Date('2026-03-09T06:00:00.000Z'),
    parcels_since: new Date('2025-12-09T12:00:00.000Z'),
  })
})
