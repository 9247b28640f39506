import { posix } from 'node:path'
import { Visitor } from 'vite'
import { parse, textOf, type SourceFile } from './source.ts'

interface Import {
  /** Path of ours, or null when the target is computed. */
  target: string | null
  offset: number
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
  const add = (specifier: string | null, offset: number): void => {
    if (specifier === null) found.push({ target: null, offset })
    else if (specifier.startsWith('#/')) found.push({ target: specifier.slice(2), offset })
    else if (specifier.startsWith('.')) found.push({ target: posix.join(posix.dirname(file.path), specifier), offset })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node.start),
    ExportAllDeclaration: (node) => add(node.source.value, node.start),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source.value, node.start)
    },
    ImportExpression: (node) => add(node.source.type === 'Literal' ? textOf(node.source) : null, node.start),
    TSModuleDeclaration: (node) => {
      if (node.id.type === 'Literal') add(node.id.value, node.start)
    },
    TSImportType: (node) => add(node.source.value, node.start),
  }).visit(parse(file).program)
  return found
}
