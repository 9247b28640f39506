import { expect, test } from 'vitest'
import { startPermit } from './permit.ts'

function aMachine() {
  const at = { wall: 1_000_000, monotonic: 50 }
  const permit = startPermit({ now: () => new Date(at.wall), monotonicMs: () => at.monotonic }, 5_000)
  return { at, permit }
}

test('a permit is over once both clocks have passed its window', () => {
  const { at, permit } = aMachine()
  Object.assign(at, { wall: at.wall + 4_999, monotonic: at.monotonic + 4_999 })
  expect(permit.leftMs()).toBe(1)
  Object.assign(at, { wall: at.wall + 1, monotonic: at.monotonic + 1 })
  expect(permit.leftMs()).toBe(0)
})

test.each([
  ['the machine has slept, so the monotonic clock did not run', { wall: 3_600_000, monotonic: 10 }],
  ['the process was frozen while the clock was put back', { wall: 0, monotonic: 60_000 }],
  ['the clock was put back', { wall: -3_600_000, monotonic: 10 }],
])('a permit is over although one clock says otherwise: %s', (_why, passed) => {
  const { at, permit } = aMachine()
  Object.assign(at, { wall: at.wall + passed.wall, monotonic: at.monotonic + passed.monotonic })
  expect(permit.leftMs()).toBe(0)
})
