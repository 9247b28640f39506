import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync, type ESTree, type ParseResult } from 'vite'

/** One file of the house. The rules see nothing else, so a violation can be planted without touching the tree. */
export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  path: string
  text: string
}

const root = join(import.meta.dirname, '..', '..')
const skippedFolders = new Set(['node_modules', '.git', 'dist', 'data', 'coverage', '.shots'])
const readable = /\.(ts|tsx|mjs|js|css|html|md|json|sql|ya?ml)$|^\.env\.example$|^Dockerfile$|^run$/

export function readTree(folder = root): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : readTree(path)
    // What a script wrote says nothing of its own.
    if (!entry.isFile() || !readable.test(entry.name) || entry.name === 'schema.sql') return []
    return [{ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }]
  })
}

export const isCode = ({ path }: SourceFile): boolean => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')

/** Tests, benchmarks and scripts stand outside of the house and may look into every room. */
export const isOutside = ({ path }: SourceFile): boolean =>
  /^(test|bench|scripts)\//.test(path) || /\.test\.tsx?$/.test(path) || !path.includes('/')

const parsed = new WeakMap<SourceFile, ParseResult>()

export function parse(file: SourceFile): ParseResult {
  const known = parsed.get(file)
  if (known) return known
  const result = parseSync(file.path, file.text)
  parsed.set(file, result)
  return result
}

/** `path:line`, as editors open it. */
export const placeOf = ({ path, text }: SourceFile, offset: number): string =>
  `${path}:${text.slice(0, offset).split('\n').length}`

/** The faults there are: `faults(isLong && 'too long', isEmpty && 'empty')`. */
export const faults = (...found: readonly (string | false)[]): string[] => found.filter((fault) => fault !== false)

/** The text of a string or of a template; what is put into a template stands as `?`. */
export function textOf(node: ESTree.Node | null | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('?')
  return null
}

/** The name behind the last dot of what is called: `insertInto` in `tx.insertInto('users')`. */
export function calledName({ callee }: ESTree.CallExpression): string | null {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' ? memberName(callee) : null
}

export function memberName({ property, computed }: ESTree.MemberExpression): string | null {
  return property.type === 'Identifier' && !computed ? property.name : textOf(property)
}

/** The value of a property of an object that is written out, or null. */
export function propertyOf(node: ESTree.Node | null | undefined, name: string): ESTree.Node | null {
  if (node?.type !== 'ObjectExpression') return null
  for (const property of node.properties) {
    if (property.type === 'Property' && keyOf(property) === name) return property.value
  }
  return null
}

export function keyOf({ key, computed }: { key: ESTree.Node; computed: boolean }): string | null {
  return key.type === 'Identifier' && !computed ? key.name : textOf(key)
}
