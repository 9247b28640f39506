import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** What a test of the layer `unit` does not have: a database (and all else that the run provides), a browser, a port, a process. */
const beyond = [
  /import \{[^}]*\binject\b[^}]*\} from 'vitest'/,
  /from 'playwright-core'/,
  /import \{[^}]*\bcreateServer\b[^}]*\} from 'node:/,
  /from 'node:child_process'/,
]
const imported = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'([^']+)'/gm

/** The test files that need nothing but themselves, by what they import, directly or not: without a list to maintain. */
export function listUnitTests(): string[] {
  const needs = new Map<string, boolean>()
  const needsMore = (path: string): boolean => {
    const known = needs.get(path)
    if (known !== undefined) return known
    needs.set(path, false)
    const text = readFileSync(path, 'utf8')
    const more =
      beyond.some((sign) => sign.test(text)) ||
      Array.from(text.matchAll(imported), ([, name = '']) => fileOf(path, name)).some(
        (file) => file !== null && needsMore(file),
      )
    needs.set(path, more)
    return more
  }
  return globSync('{contract,server,dashboard,simulators,test}/**/*.test.ts', { cwd: root })
    .filter((path) => !needsMore(join(root, path)))
    .toSorted()
}

function fileOf(importer: string, name: string): string | null {
  if (!name.endsWith('.ts') && !name.endsWith('.tsx')) return null
  const file = name.startsWith('#/') ? join(root, name.slice(2)) : resolve(dirname(importer), name)
  return existsSync(file) && !relative(root, file).startsWith('..') ? file : null
}
