/** What one worker is to do: these mutants of a rule, judged by these tests. */
export interface Job {
  rule: string
  ids: number[]
  tests: string[]
}

/** What it tells, line by line. `ready`: the tests pass without a mutant. `broken`: they do not, so nothing can be judged. */
export type Verdict =
  | { kind: 'ready'; rule: string }
  | { kind: 'broken'; rule: string; detail: string }
  | { kind: 'killed' | 'survived' | 'unreached'; rule: string; id: number }
