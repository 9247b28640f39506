import { importsOf } from './imports.ts'
import { isCode, isOutside, type SourceFile } from './source.ts'

/** Folders whose circle is still to be mended. The list only shrinks: an entry without a circle is a fault. */
const knownCircles: readonly string[] = []

type Graph = Map<string, Set<string>>

/**
 * In no folder do its files and inner folders import each other in a circle, types included: each can be read with what it
 * stands on, and without what stands on it.
 */
export function circles(files: readonly SourceFile[], known = knownCircles): string[] {
  const found = [...graphsOf(files)].flatMap(([folder, graph]) =>
    circlesOf(graph).map((path) => ({ folder, path: path.join(' → ') })),
  )
  return [
    ...found.filter(({ folder }) => !known.includes(folder)).map(({ folder, path }) => `${folder}: ${path}`),
    ...known
      .filter((folder) => !found.some((circle) => circle.folder === folder))
      .map((folder) => `${folder} has no circle any more: take it from the list in test/house/circles.ts`),
  ]
}

/** Of every folder: which of its files and inner folders imports which. */
function graphsOf(files: readonly SourceFile[]): Map<string, Graph> {
  const graphs = new Map<string, Graph>()
  for (const file of files.filter((candidate) => isCode(candidate) && !isOutside(candidate))) {
    for (const { target } of importsOf(file)) {
      if (target === null || target === file.path) continue
      const [from, to] = [file.path.split('/'), target.split('/')]
      const depth = from.findIndex((part, at) => part !== to[at])
      const [left, right] = [from[depth], to[depth]]
      if (left === undefined || right === undefined) continue
      const graph = getOrAdd(graphs, from.slice(0, depth).join('/'), () => new Map<string, Set<string>>())
      getOrAdd(graph, left, () => new Set<string>()).add(right)
    }
  }
  return graphs
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/** The shortest circle through each place that is in none of those found before. */
function circlesOf(graph: Graph): string[][] {
  const found: string[][] = []
  for (const start of [...graph.keys()].toSorted()) {
    if (found.some((circle) => circle.includes(start))) continue
    const circle = shortestBack(graph, start)
    if (circle !== null) found.push(circle)
  }
  return found
}

function shortestBack(graph: Graph, start: string): string[] | null {
  const paths = [[start]]
  const reached = new Set<string>()
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? start) ?? []) {
      if (next === start) return [...path, start]
      if (reached.has(next)) continue
      reached.add(next)
      paths.push([...path, next])
    }
  }
  return null
}
