/**
 * Stands for `vitest` in a test that judges mutants: it only collects what there is to run, so that the same tests can be run
 * for every mutant in one warm worker. What is expected is compared by vitest itself.
 */
export { expect, vi } from 'vitest'

type Work<Args extends unknown[]> = (...args: Args) => unknown
type Row = unknown

const rowsOf = (row: Row): unknown[] => (Array.isArray(row) ? row : [row])

export function describe(_name: string, define: () => void): void {
  define()
}
describe.each =
  (rows: readonly Row[]) =>
  (_name: string, define: Work<unknown[]>): void => {
    for (const row of rows) define(...rowsOf(row))
  }

export function test(_name: string, work: Work<[]>): void {
  globalThis.mutation.collected.push(work)
}
test.each =
  (rows: readonly Row[]) =>
  (name: string, work: Work<unknown[]>): void => {
    for (const row of rows) test(name, () => work(...rowsOf(row)))
  }
test.for =
  (rows: readonly Row[]) =>
  (name: string, work: Work<[Row]>): void => {
    for (const row of rows) test(name, () => work(row))
  }

export { test as it }
