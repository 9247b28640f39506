import { dirname } from 'node:path'
import { Visitor, type ESTree } from 'vite'
import { calledName, isCode, isOutside, keyOf, parse, placeOf, textOf, type SourceFile } from './source.ts'

/**
 * Writes are owned, reads are free: a table is written only by the file that declares it (`interface Tables`), which in
 * a feature is a store (`store.ts`, `…-store.ts`). Stores of one folder share their tables. An inner folder of a feature has a
 * store of its own and does not share with the outer one. Every other file calls the owner's verb.
 */
export function writeOwnership(files: readonly SourceFile[]): string[] {
  const inside = files.filter((file) => isCode(file) && !isOutside(file) && /^server\/(?!migrations\/)/.test(file.path))
  const declared = inside.flatMap((file) => tablesOf(file).map((table) => ({ table, file })))
  const owners = new Map(declared.map(({ table, file }) => [table, file.path]))
  const misplaced = declared.flatMap(({ table, file }) => {
    if (owners.get(table) !== file.path) return [`${file.path} declares ${table}, which ${owners.get(table)} owns`]
    const isStore = /\/([\w-]+-)?store\.ts$/.test(file.path) || file.path.startsWith('server/platform/')
    return isStore ? [] : [`${file.path} declares ${table}, but a feature's tables belong in its store`]
  })
  const stolen = inside.flatMap((file) =>
    writesOf(file).flatMap(({ table, offset }) => {
      const owner = table.startsWith('pgboss.') ? 'server/platform/jobs/job-store.ts' : owners.get(table)
      if (owner === file.path || areStoresOfOneFolder(owner, file.path)) return []
      // A secret sealed with another key is the same secret; its list of columns says where, so the table is computed.
      if (file.path === 'server/keys/store.ts' && table === '?') return []
      // A restored backup is every table at once, as it was.
      if (file.path === 'server/backup/store.ts' && table === '?') return []
      return [`${placeOf(file, offset)} writes ${table}, which ${owner ?? 'nobody'} owns`]
    }),
  )
  return [...misplaced, ...stolen]
}

const areStoresOfOneFolder = (owner: string | undefined, path: string): boolean =>
  owner !== undefined && dirname(owner) === dirname(path) && [owner, path].every((one) => /[/-]store\.ts$/.test(one))

/** Commands, routes and job definitions call verbs; which tables there are is not their business. */
export function edgesWithoutTables(files: readonly SourceFile[]): string[] {
  const edges = files.filter(
    (file) =>
      isCode(file) && !isOutside(file) && /^server\/(cli\/.*|(?!platform\/).*\/(routes|jobs))\.ts$/.test(file.path),
  )
  return edges.flatMap((file) => {
    const found: string[] = []
    const report = (node: ESTree.Node): void => void found.push(`${placeOf(file, node.start)} reaches into a table`)
    new Visitor({
      CallExpression: (node) => {
        if (/^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/.test(calledName(node) ?? ''))
          report(node)
      },
      TaggedTemplateExpression: (node) => {
        if (/\b(from|join|into|update|table|truncate)\s+[\w?"]/i.test(textOf(node.quasi) ?? '')) report(node)
      },
    }).visit(parse(file).program)
    return found
  })
}

function tablesOf(file: SourceFile): string[] {
  const tables: string[] = []
  new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => {
      if (id.name !== 'Tables') return
      for (const member of body.body) {
        const name = member.type === 'TSPropertySignature' ? keyOf(member) : null
        if (name !== null) tables.push(name)
      }
    },
  }).visit(parse(file).program)
  return tables
}

interface Write {
  table: string
  offset: number
}

const writingCalls = /^(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/
const writingSql =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?<!\b(?:for|do|key)\s+)update)\s+(?:only\s+)?("?[\w.?]+"?)/gi

function writesOf(file: SourceFile): Write[] {
  const writes: Write[] = []
  const scan = (node: ESTree.Node): void => {
    const text = textOf(node) ?? ''
    // Only what is SQL: a sentence may have the word «update» in it too.
    if (!/\b(insert\s+into|delete\s+from|merge\s+into|truncate|update\s+\S+(\s+(as\s+)?\w+)?\s+set)\b/i.test(text))
      return
    for (const [, table = ''] of text.matchAll(writingSql)) {
      writes.push({ table: table.replaceAll('"', ''), offset: node.start })
    }
  }
  new Visitor({
    CallExpression: (node) => {
      if (!writingCalls.test(calledName(node) ?? '')) return
      const [table = '?'] = (textOf(node.arguments[0]) ?? '?').split(' ')
      writes.push({ table, offset: node.start })
    },
    TemplateLiteral: scan,
    Literal: scan,
  }).visit(parse(file).program)
  return writes
}
