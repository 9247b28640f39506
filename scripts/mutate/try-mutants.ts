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

type Work = () => unknown

interface Loaded {
  path: string
  works: readonly Work[]
  /** How long each of them took without a mutant. */
  tookMs: readonly number[]
  /** Mutants of tables, and of what a test file works out before its tests: they need a load of their own. */
  whileLoading: Set<number>
  whileRunning: Set<number>
  /** Which of its tests noticed the mutant before: neighbours are mostly noticed by the same one. */
  sharpest: number
}

async function tryMutants({ rule, ids, tests }: Job, tell: (verdict: Verdict) => void): Promise<void> {
  const judges: Loaded[] = []
  for (const path of tests) {
    const reached = [new Set<number>(), new Set<number>()] as const
    const noteIn = (ofRule: Set<number>) => (asked: string, id: number) => asked === rule && !ofRule.add(id)
    try {
      const works = await load(path, noteIn(reached[0]))
      const tookMs = await runAll(works, noteIn(reached[1]))
      judges.push({ path, works, tookMs, whileLoading: reached[0], whileRunning: reached[1], sharpest: -1 })
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
    if (works === null || (await isNoticed(judge, works, is))) return true
  }
  return false
}

/** Quick tests first: one that searches at random searches on for long when it has found something. */
async function isNoticed(judge: Loaded, works: readonly Work[], is: IsMutant): Promise<boolean> {
  globalThis.mutation.is = is
  const cost = (index: number): number => (judge.tookMs[index] ?? 0) / (index === judge.sharpest ? 10 : 1)
  for (const index of [...works.keys()].toSorted((one, other) => cost(one) - cost(other))) {
    try {
      await works[index]?.()
    } catch {
      judge.sharpest = index
      return true
    }
  }
  return false
}

async function load(path: string, is: IsMutant): Promise<Work[]> {
  const collected: Work[] = []
  globalThis.mutation = { is, collected }
  vi.resetModules()
  await import(path)
  return collected
}

async function runAll(works: readonly Work[], is: IsMutant): Promise<number[]> {
  globalThis.mutation.is = is
  const tookMs: number[] = []
  for (const work of works) {
    const began = performance.now()
    await work()
    tookMs.push(performance.now() - began)
  }
  return tookMs
}
