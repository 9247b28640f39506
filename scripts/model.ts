import { explore } from '#/test/model/explore.ts'
import { plantedFaults } from '#/test/model/planted-faults.ts'
import { fullSizes, searched, smallSizes } from '#/test/model/rules.ts'

/** The whole model of the receipt machine: every size with its counts, and every planted fault with the way it was found. */
const isSound = Object.entries({ ...smallSizes, ...fullSizes }).map(([size, rules]) => {
  const started = performance.now()
  const { states, transitions, violation } = explore(rules)
  const seconds = Math.round((performance.now() - started) / 1_000)
  console.log(`${violation ? '✗' : '✓'} ${size}: ${states} states, ${transitions} transitions, ${seconds} s`)
  if (violation) console.log([violation.rule, ...violation.trace].join('\n    '))
  return violation === null
})

const isFound = plantedFaults.map(({ name, rules }) => {
  const { violation } = explore({ ...searched, ...rules })
  console.log(`${violation ? '✓' : '✗'} planted: ${name}`)
  if (violation)
    console.log(`  ${violation.trace.length} steps to ${[violation.rule, ...violation.trace].join('\n    ')}`)
  return violation !== null
})

process.exit([...isSound, ...isFound].every(Boolean) ? 0 : 1)
