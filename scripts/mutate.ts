import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { measurePace } from '#/test/support/machine-pace.ts'
import { judgeRules, type Judged } from './mutate/judge-rules.ts'
import { listPureFiles } from './mutate/pure-files.ts'
import { scoreOf, tellSurvivors, tellTable } from './mutate/report.ts'

/**
 * The mutation score of the rules: every small change of a rule must make one of its tests fail. `npm run mutate` tries all
 * of them, `npm run mutate -- contract/tabs.ts` one file. Ends with 1 when less than 90 of 100 were noticed (decision 0035).
 */
const leastScore = 90
const workers = 2

process.env['KASYR_TEST_PACE'] ??= measurePace().toFixed(2)

const root = join(import.meta.dirname, '..')
const rules = listPureFiles()
const named = process.argv.slice(2).map((path) => relative(root, resolve(path)))
const wanted = named.length > 0 ? named : rules
const started = performance.now()
const secondsSince = (): number => Math.round((performance.now() - started) / 1000)
const judged: Judged[] = []

function tell(result: Judged): void {
  judged.push(result)
  console.log(`${judged.length}/${wanted.length} ${result.rule} ${scoreOf([result])} %, ${secondsSince()} s`)
  for (const line of tellSurvivors(result, readFileSync(join(root, result.rule), 'utf8'))) console.log(`  ${line}`)
}

const shares = Array.from({ length: workers }, (_, share) => wanted.filter((_rule, index) => index % workers === share))
await Promise.all(shares.map((share) => judgeRules(share, rules, tell)))

const score = scoreOf(judged)
console.log(`\n${tellTable(judged).join('\n')}`)
console.log(`Mutation score ${score} %, ${secondsSince()} s`)
if (score < leastScore) process.exitCode = 1
