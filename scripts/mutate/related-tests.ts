import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { listUnitTests } from '#/test/support/layers.ts'

const root = join(import.meta.dirname, '..', '..')
const imported = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'([^']+)'/gm

/**
 * The unit tests that judge a rule: those that import it, or a rule that stands on it. What reaches it through a client, a
 * page or a simulator is no test of the rule, nor is a model that searches for seconds. The test beside the rule comes first: it knows most.
 */
export function listRelatedTests(target: string, rules: readonly string[]): string[] {
  const reaching = new Set([target])
  for (let size = 0; size < reaching.size;) {
    size = reaching.size
    for (const rule of rules) if (importsOf(rule).some((path) => reaching.has(path))) reaching.add(rule)
  }
  const beside = target.replace(/\.ts$/, '.test.ts')
  return listUnitTests()
    .filter((test) => test === beside || /^(contract|server\/(?!integrations\/))/.test(test))
    .filter((test) => importsOf(test).some((path) => reaching.has(path)))
    .toSorted((one, other) => Number(other === beside) - Number(one === beside) || distance(one) - distance(other))
  function distance(test: string): number {
    return importsOf(test).includes(target) ? 0 : 1
  }
}

const known = new Map<string, string[]>()

function importsOf(path: string): string[] {
  const found = known.get(path) ?? readImports(path)
  known.set(path, found)
  return found
}

const readImports = (path: string): string[] =>
  Array.from(readFileSync(join(root, path), 'utf8').matchAll(imported), ([, name = '']) =>
    name.startsWith('#/') ? name.slice(2) : relative(root, resolve(root, dirname(path), name)),
  ).filter((file) => file.endsWith('.ts') && existsSync(join(root, file)))
