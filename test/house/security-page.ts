import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { faults } from './source.ts'

const root = join(import.meta.dirname, '..', '..')

interface Row {
  id: string
  verdict: string
  control: string
  tests: string[]
}

/** The rows of the ASVS table: `| V1.1.1 | holds | control | `test`, `test` |`. */
export const asvsRows = (page: string): Row[] =>
  [...page.matchAll(/^\| (V\d+\.\d+\.\d+) \| ([^|]*) \| ([^|]*) \| ([^|]*) ?\|$/gm)].map(
    ([, id = '', verdict = '', control = '', tests = '']) => ({
      id,
      verdict: verdict.trim(),
      control: control.trim(),
      tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    }),
  )

/** ASVS 5.0 has so many requirements at levels 1 and 2. */
const requirements = 253
const verdicts = new Set(['holds', 'named', 'not applicable'])

/** What is wrong with the page: a row too few or twice, no reason, no test, a test that does not exist, or rows counted wrong. */
export function securityPageFaults(page: string): string[] {
  const rows = asvsRows(page)
  const ids = new Set(rows.map(({ id }) => id))
  const named = [...page.matchAll(/`((?:test|server|contract)\/[\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path)
  return [
    ...(ids.size === requirements ? [] : [`${ids.size} requirements instead of ${requirements}`]),
    ...(ids.size === rows.length ? [] : ['a requirement stands twice']),
    ...rows.flatMap(rowFaults),
    ...countFaults(page, rows),
    ...named.filter((path) => !existsSync(join(root, path))).map((path) => `${path} does not exist`),
  ]
}

const rowFaults = ({ id, verdict, control, tests }: Row): string[] => [
  ...faults(
    !verdicts.has(verdict) && `${id}: «${verdict}» is no verdict`,
    control === '' && `${id} says neither control nor reason`,
    verdict === 'holds' && tests.length === 0 && `${id} names no test`,
    verdict === 'not applicable' && tests.length > 0 && `${id} does not apply, yet is tested`,
  ),
  ...tests.filter((path) => !isTest(path)).map((path) => `${id}: ${path} is no test, or does not exist`),
]

const isTest = (path: string): boolean => path.endsWith('.test.ts') && existsSync(join(root, path))

/** The sentence above the table sums it up, and is what most people read of it. */
function countFaults(page: string, rows: readonly Row[]): string[] {
  const [, ...told] =
    /^(\d+) requirements hold, (\d+) are named with the reason why they hold only in part, (\d+) do not apply\./m.exec(
      page,
    ) ?? []
  const counted = ['holds', 'named', 'not applicable'].map(
    (verdict) => rows.filter((row) => row.verdict === verdict).length,
  )
  return faults(
    told.join() !== counted.join() && `the page sums up ${told.join(', ')}, its rows are ${counted.join(', ')}`,
  )
}
