import { appendFileSync } from 'node:fs'
import { inject, test, vi } from 'vitest'
import type { Job, Verdict } from './verdict.ts'

declare module 'vitest' {
  interface ProvidedContext {
    jobs: Job[]
    verdicts: string
  }
}

type IsMutant = (rule: string, id: number) => boolean

declare global {
  // A variable of the whole worker: the rules, the tests and this file are loaded apart from each other.
  var mutation: { is: IsMutant; collected: (() => unknown)[] }
}

/** One warm worker tries one mutant after the other. A verdict is written down before the next one is tried. */
// oxlint-disable-next-line vitest/expect-expect -- it is the frame in which the tests of the rules run, not a test
test('every mutant is tried', { timeout: 0 }, async () => {
  const verdicts = inject('verdicts')
  for (const job of inject('jobs')) {
    await tryMutants(job, (verdict) => appendFileSync(verdicts, `${JSON.stringify(verdict)}\n`))
  }
})

interface Loaded {
  path: string
  works: readonly (() => unknown)[]
  /** Mutants of tables, and of what a test file works out before its tests: they need a load of their own. */
  whileLoading: Set<number>
  whileRunning: Set<number>
  /** Which of its tests noticed the mutant before: neighbours are mostly noticed by the same one, so it comes first. */
  sharpest: number
}

async function tryMutants({ rule, ids, tests }: Job, tell: (verdict: Verdict) => void): Promise<void> {
  const judges: Loaded[] = []
  for (const path of tests) {
    const reached = [new Set<number>(), new Set<number>()] as const
    const noteIn = (ofRule: Set<number>) => (asked: string, id: number) => asked === rule && !ofRule.add(id)
    try {
      const works = await load(path, noteIn(reached[0]))
      await runAll(works, noteIn(reached[1]))
      judges.push({ path, works, whileLoading: reached[0], whileRunning: reached[1], sharpest: 0 })
    } catch (error) {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return tell({ kind: 'broken', rule, detail: `${path} fails without any mutant. ${detail}` })
    }
  }
  tell({ kind: 'ready', rule })
  for (const id of ids) {
    const reaching = judges.filter(({ whileLoading, whileRunning }) => whileLoading.has(id) || whileRunning.has(id))
    const isMutant: IsMutant = (asked, askedId) => askedId === id && asked === rule
    const isKilled = await fails(reaching, id, isMutant)
    tell({ kind: reaching.length === 0 ? 'unreached' : isKilled ? 'killed' : 'survived', rule, id })
  }
}

async function fails(judges: readonly Loaded[], id: number, is: IsMutant): Promise<boolean> {
  for (const judge of judges) {
    const works = judge.whileLoading.has(id) ? await load(judge.path, is).catch(() => null) : judge.works
    const failing = works === null ? 0 : await findFailing(works, is, judge.sharpest)
    if (failing === -1) continue
    judge.sharpest = failing
    return true
  }
  return false
}

/** Which of the tests fails, or -1. */
async function findFailing(works: readonly (() => unknown)[], is: IsMutant, first: number): Promise<number> {
  globalThis.mutation.is = is
  const order = [...works.keys()].toSorted((one, other) => Number(other === first) - Number(one === first))
  for (const index of order) {
    try {
      await works[index]?.()
    } catch {
      return index
    }
  }
  return -1
}

async function load(path: string, is: IsMutant): Promise<(() => unknown)[]> {
  const collected: (() => unknown)[] = []
  globalThis.mutation = { is, collected }
  vi.resetModules()
  await import(path)
  return collected
}

async function runAll(works: readonly (() => unknown)[], is: IsMutant): Promise<void> {
  globalThis.mutation.is = is
  for (const work of works) await work()
}
