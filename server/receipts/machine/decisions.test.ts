import { expect, test } from 'vitest'
import { quietAfter } from './decisions.ts'
import type { ReceiptFacts } from './facts.ts'

const times = { permit_window_ms: 5_000, call_deadline_ms: 30_000, effect_window_ms: 600_000, attention_ms: 1_200_000 }
const receipt: ReceiptFacts = {
  state: 'attention',
  attempt: 1,
  voided: 0,
  removal: 0,
  cancel_wanted: false,
  provider_id: null,
  send_not_after: null,
  quiet_after: null,
  answered: null,
  told_exists: false,
  absent_at: null,
  unknown_since: null,
  gone_since: null,
}

test('what was sent may take effect until the last byte, the longest call and the window of effects are over', () => {
  const send_not_after = Date.UTC(2026, 2, 9, 8)
  expect(quietAfter({ ...receipt, send_not_after }, times)).toBe(Date.UTC(2026, 2, 9, 8, 10, 30))
})

test('of what was never sent nothing can land: its quiet time began with the epoch', () => {
  expect(quietAfter(receipt, times)).toBe(630_000)
})
