import { expect, test } from 'vitest'
import { stuckWords, type Stuck } from './stuck.ts'

const aStuck: Stuck = {
  state: 'queued',
  kind: 'ettn',
  cancel_wanted: false,
  problem: null,
  waits_for_advance: false,
}
const waits = { code: 'receipt.waits', detail: 'Checkbox тимчасово не працює.' }
const ofEarlierTry = { code: 'receipt.reset', detail: 'Чи створено чек, ще не відомо.' }

test('a queued receipt says what it waits for, and never the reason of an earlier try', () => {
  expect(stuckWords({ ...aStuck, problem: waits })).toContain(waits.detail)
  expect(stuckWords({ ...aStuck, problem: ofEarlierTry })).not.toContain(ofEarlierTry.detail)
  expect(stuckWords({ ...aStuck, problem: waits, waits_for_advance: true })).toContain('передоплати')
})

test('what is in doubt, under way, or to be cancelled is told as that', () => {
  expect(stuckWords({ ...aStuck, state: 'unknown' })).toContain('не відомо, що з чеком')
  expect(stuckWords({ ...aStuck, state: 'sending' })).toContain('надто довго надсилається')
  expect(stuckWords({ ...aStuck, state: 'created', kind: 'prepayment' })).toContain('не робить його фіскальним')
  for (const state of ['created', 'cancelling', 'cancel_unknown'] as const)
    expect(stuckWords({ ...aStuck, state, cancel_wanted: true })).toContain('попросили скасувати')
})
