import { leftOut, type Table } from './manifest.ts'

/**
 * Which table of a backup is not one of ours, is missing, or has other columns than the schema it names; null: they fit.
 * The order of columns depends on how a database came to its schema, and COPY names them.
 */
export function whyNotOurTables(given: readonly Table[], ours: readonly Table[]): string | null {
  const expected = new Map(ours.filter(({ name }) => !leftOut.has(name)).map(({ name, columns }) => [name, columns]))
  const strange = given.find(({ name, columns }) => !isSameSet(columns, expected.get(name)))
  if (strange) return strange.name
  return [...expected.keys()].find((name) => !given.some((table) => table.name === name)) ?? null
}

const isSameSet = (given: readonly string[], ours: readonly string[] | undefined): boolean =>
  ours !== undefined && given.toSorted().join() === ours.toSorted().join()
