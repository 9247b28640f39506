import { explore } from '#/test/model/explore.ts'
import { plantedFaults } from '#/test/model/planted-faults.ts'
import { fullSizes, searched, smallSizes } from '#/test/model/rules.ts'
import { exploreSale } from '#/test/model/sale/explore-sale.ts'
import { saleFaults } from '#/test/model/sale/sale-faults.ts'
import { largeSaleWorlds, saleWorlds } from '#/test/model/sale/sale-worlds.ts'

/**
 * The whole model of the receipt machine, and that of a sale among other hands: every size with its counts, and every planted
 * fault with the way it was found.
 */
interface Found {
  states: number
  transitions: number
  violation: { rule: string; trace: string[] } | null
}

function holds(size: string, search: () => Found): boolean {
  const started = performance.now()
  const { states, transitions, violation } = search()
  const seconds = Math.round((performance.now() - started) / 1_000)
  console.log(`${violation ? '✗' : '✓'} ${size}: ${states} states, ${transitions} transitions, ${seconds} s`)
  if (violation) console.log([violation.rule, ...violation.trace].join('\n    '))
  return violation === null
}

function isSeen(name: string, search: () => Found): boolean {
  const { violation } = search()
  console.log(`${violation ? '✓' : '✗'} planted: ${name}`)
  if (violation)
    console.log(`  ${violation.trace.length} steps to ${[violation.rule, ...violation.trace].join('\n    ')}`)
  return violation !== null
}

const isSound = [
  ...Object.entries({ ...smallSizes, ...fullSizes }).map(([size, rules]) => holds(size, () => explore(rules))),
  ...Object.entries({ ...saleWorlds, ...largeSaleWorlds }).map(([world, rules]) =>
    holds(`a sale: ${world}`, () => exploreSale(rules)),
  ),
]
const isFound = [
  ...plantedFaults.map(({ name, rules }) => isSeen(name, () => explore({ ...searched, ...rules }))),
  ...saleFaults.map(({ name, rules }) => isSeen(name, () => exploreSale(rules))),
]

process.exit([...isSound, ...isFound].every(Boolean) ? 0 : 1)
