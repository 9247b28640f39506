import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listMutants, type Mutant } from './mutants.ts'
import { listRelatedTests } from './related-tests.ts'
import { runWorker } from './run-worker.ts'
import type { Verdict } from './verdict.ts'

const root = join(import.meta.dirname, '..', '..')

export interface Judged {
  rule: string
  /** With those that hung. */
  killed: number
  /** Never ended: noticed, but by no test that says what is wrong. */
  hung: number
  excused: number
  survivors: { mutant: Mutant; is_reached: boolean }[]
}

interface Trial {
  rule: string
  tests: string[]
  mutants: Mutant[]
  tried: Mutant[]
  verdicts: Map<number, Verdict['kind'] | 'hung'>
}

/**
 * Tries every mutant of the rules. A worker that hangs in one is ended, that mutant counts as killed, and another
 * worker continues after it. `tell` is called for each rule as soon as it is judged.
 */
export async function judgeRules(
  rules: readonly string[],
  allRules: readonly string[],
  tell: (judged: Judged) => void,
): Promise<void> {
  const trials = rules.map((rule) => trialOf(rule, allRules))
  const open = new Set(trials)
  const settle = (): void => {
    for (const trial of open) {
      if (leftOf(trial).length > 0) continue
      open.delete(trial)
      tell(judgedOf(trial))
    }
  }
  for (settle(); open.size > 0; settle()) {
    const jobs = [...open].map((trial) => ({
      rule: trial.rule,
      ids: leftOf(trial).map(({ id }) => id),
      tests: trial.tests,
    }))
    const outcome = await runWorker(jobs, (verdict) => {
      if ('id' in verdict) trials.find(({ rule }) => rule === verdict.rule)?.verdicts.set(verdict.id, verdict.kind)
      settle()
    })
    const hung = trials.find(({ rule }) => rule === outcome.hung_in)
    const mutant = hung && leftOf(hung)[0]
    if (mutant) hung.verdicts.set(mutant.id, 'hung')
  }
}

function trialOf(rule: string, allRules: readonly string[]): Trial {
  const mutants = listMutants(rule, readFileSync(join(root, rule), 'utf8'))
  const tried = mutants.filter(({ excuse }) => excuse === null)
  const tests = listRelatedTests(rule, allRules)
  const verdicts: Trial['verdicts'] = new Map(tests.length > 0 ? [] : tried.map(({ id }) => [id, 'unreached']))
  return { rule, tests, mutants, tried, verdicts }
}

const leftOf = ({ tried, verdicts }: Trial): Mutant[] => tried.filter(({ id }) => !verdicts.has(id))

function judgedOf({ rule, mutants, tried, verdicts }: Trial): Judged {
  const survivors = tried.flatMap((mutant) => {
    const verdict = verdicts.get(mutant.id)
    return verdict === 'killed' || verdict === 'hung' ? [] : [{ mutant, is_reached: verdict === 'survived' }]
  })
  return {
    rule,
    killed: tried.length - survivors.length,
    hung: tried.filter(({ id }) => verdicts.get(id) === 'hung').length,
    excused: mutants.length - tried.length,
    survivors,
  }
}
