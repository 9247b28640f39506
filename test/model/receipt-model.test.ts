import { describe, expect, test } from 'vitest'
import { receiptStates } from '#/contract/receipt-states.ts'
import { explore } from './explore.ts'
import { plantedFaults } from './planted-faults.ts'
import { searched, smallSizes } from './rules.ts'

/**
 * The machine in every surrounding there can be: workers that die, sleep and wake, requests that are lost or take effect late,
 * looks told late, cancels, payments and deletions at any moment. Larger sizes: `npm run model`.
 */
describe('in every state that can be reached, nothing is doubled, lost or stuck', () => {
  test.each(Object.entries(smallSizes))('%s', (_size, rules) => {
    const { violation, row_states, states } = explore(rules)
    expect(violation).toBeNull()
    expect(row_states).toEqual(new Set(receiptStates))
    expect(states).toBeGreaterThan(10_000)
  })
})

describe('a fault that is planted is found', () => {
  test.each(plantedFaults)('$name: breaks $breaks in $steps steps', ({ rules, breaks, steps }) => {
    const { violation } = explore({ ...searched, ...rules })
    expect(violation?.rule.split(':')[0], violation?.trace.join('\n')).toBe(breaks)
    expect(violation?.trace, violation?.rule).toHaveLength(steps)
  })
})
