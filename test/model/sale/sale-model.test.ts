import { describe, expect, test } from 'vitest'
import { receiptStates } from '#/contract/receipt-states.ts'
import { exploreSale } from './explore-sale.ts'
import { saleFaults } from './sale-faults.ts'
import { saleWorlds } from './sale-worlds.ts'

/** What a world can do to us, in the words of its steps: a step that never happens would prove nothing. */
const powers = [
  'a hand makes a document',
  'a hand made a document a week ago',
  'a hand makes a document under other credentials',
  'a hand removes the document',
  'the parcel is paid for',
  'fiscalizing fails',
  'the credentials change',
  'the backup is restored',
  'answered as removed, and it is still there',
  'the provider hides the document',
  'the provider shows the document again',
  'refused, because such a document exists',
  'the advance ends in ERROR',
  'the parcel is redirected',
  'a person has the document adopted',
  'a person has the document attached',
  'a person gives up',
  'a worker finds a document in the way',
]

/**
 * The machine in a world that does not belong to us: other hands at the provider, other credentials, rows that a restore took
 * back, removals that were none, parcels that go on under another TTN. Larger worlds: `npm run model`.
 */
describe('at most one living document of a sale as far as it could be known, and nothing is silent', () => {
  const reached = new Set<string>()

  test.each(Object.entries(saleWorlds))('%s', (world, rules) => {
    const started = performance.now()
    const { violation, row_states, states, happened } = exploreSale(rules)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    process.stdout.write(`model of a sale: ${world}: ${states} states, ${seconds} s\n`)
    for (const one of [...row_states, ...happened]) reached.add(one)
    expect(violation).toBeNull()
    expect(states).toBeGreaterThan(1_000)
  })

  test('together they reach every state of a receipt, and everything happens that they speak of', () => {
    expect([...receiptStates, ...powers].filter((one) => !reached.has(one))).toEqual([])
  })
})

describe('a fault that is planted is found', () => {
  test.each(saleFaults)('$name: breaks $breaks in $steps steps', ({ rules, breaks, steps }) => {
    const { violation } = exploreSale(rules)
    expect(violation?.rule.split(':')[0], violation?.trace.join('\n')).toBe(breaks)
    expect(violation?.trace, violation?.rule).toHaveLength(steps)
  })
})
