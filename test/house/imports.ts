import { posix } from 'node:path'
import { Visitor } from 'vite'
import { parse, textOf, type SourceFile } from './source.ts'

interface Import {
  /** Path of ours, or null when the target is computed. */
  target: string | null
  offset: number
  typeOnly: boolean
}

const known = new WeakMap<SourceFile, Import[]>()

/** What a file imports of ours, types included. */
export function importsOf(file: SourceFile): Import[] {
  const found = known.get(file) ?? readImports(file)
  known.set(file, found)
  return found
}

function readImports(file: SourceFile): Import[] {
  const found: Import[] = []
  const add = (specifier: string | null, offset: number, typeOnly: boolean): void => {
    if (specifier === null) found.push({ target: null, offset, typeOnly })
    else if (specifier.startsWith('#/')) found.push({ target: specifier.slice(2), offset, typeOnly })
    else if (specifier.startsWith('.'))
      found.push({ target: posix.join(posix.dirname(file.path), specifier), offset, typeOnly })
  }
  new Visitor({
    // `import { type A }` still loads the file when only types are stripped; `import type` does not.
    ImportDeclaration: (node) => add(node.source.value, node.start, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source.value, node.start, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source.value, node.start, node.exportKind === 'type')
    },
    ImportExpression: (node) => add(node.source.type === 'Literal' ? textOf(node.source) : null, node.start, false),
    TSImportType: (node) => add(node.source.value, node.start, true),
  }).visit(parse(file).program)
  return found
}
