import { posix } from 'node:path'
import { Visitor } from 'vite'
import { isCode, isOutside, parse, placeOf, textOf, type SourceFile } from './source.ts'

type Line = readonly (readonly string[])[]
/**
 * Which way imports point. Everything of the server stands in one line and may import only what stands to its right,
 * so no circle can arise; what shares a cell does not know the other. A new folder must be given its place here.
 */
const server: Line = [
  ['server/main.ts'],
  ['server/cli'],
  ['server/service.ts'],
  ['server/http.ts', 'server/worker.ts', 'server/context.ts'],
  ['server/backup'],
  ['server/grants.ts', 'server/exposure.ts', 'server/sql-code.ts'],
  ['server/config.ts'],
  ['server/config-times.ts', 'server/env-file.ts'],
  ['server/reports'],
  ['server/money'],
  ['server/receipts'],
  ['server/orders'],
  ['server/parcels'],
  ['server/cash-registers'],
  ['server/views'],
  ['server/users'],
  ['server/events'],
  ['server/status'],
  ['server/auth'],
  ['server/keys'],
  ['server/audit'],
  ['server/integrations'],
  ['server/platform'],
  ['contract'],
]
/** The dashboard's own line, read in the same way. */
const dashboard: Line = [
  ['dashboard/gallery'],
  ['dashboard/main.tsx'],
  ['dashboard/first-orders.ts', 'dashboard/App.tsx'],
  ['dashboard/routes.tsx', 'dashboard/vite.config.ts'],
  ['dashboard/shell'],
  ['dashboard/palette', 'dashboard/pages', 'dashboard/asks'],
  ['dashboard/live'],
  ['dashboard/store'],
  ['dashboard/api'],
  ['dashboard/keyboard', 'dashboard/addresses', 'dashboard/badges'],
  ['dashboard/ui'],
  [
    'dashboard/words',
    'dashboard/browser',
    'dashboard/styles.css',
    'dashboard/tokens.css',
    'dashboard/first-load.ts',
    'dashboard/precompress.ts',
  ],
  ['contract'],
]
/**
 * The inner order of a feature whose files fill several rooms. The feature's own files stand left of all its rooms; rooms of
 * one cell do not know each other.
 */
const innerLines: Record<string, Line> = {
  'server/audit': [['verifying'], ['alarm', 'checkpoints'], ['chain', 'reading']],
  'server/orders': [['exporting'], ['queue', 'changing', 'syncing'], ['order']],
  'server/receipts': [['settling'], ['creating', 'sending', 'orphans'], ['lookup'], ['machine'], ['reading']],
  'dashboard/pages': [
    ['attention', 'orders', 'reports'],
    ['bulk', 'cash-registers', 'money'],
    ['order'],
    ['receipt'],
    ['receipt-dialogs'],
    ['order-parts'],
    ['login'],
    ['audit', 'password', 'security', 'sessions', 'settings', 'users'],
    ['failures'],
  ],
}
/** Beside the line: what else each may import. */
const besides: Record<string, readonly string[]> = {
  simulators: [],
  'server/migrations': [],
}
/** The verbs take what they need from here, but only as a type: at run time it is the context that imports them. */
const context = 'server/context.ts'
const mayNameContext =
  /^server\/(http\.ts|worker\.ts|(backup|reports|money|receipts|orders|parcels|cash-registers|views|users|events|status|auth|keys|audit)\/)/
/** Migrations are found by their number, PostgreSQL by the kind of machine. */
const mayCompute = new Set(['server/platform/migrate.ts', 'server/platform/database/embedded/binaries.ts'])

interface Import {
  /** Path of ours, or null when the target is computed. */
  target: string | null
  offset: number
  typeOnly: boolean
}

export function importDirection(files: readonly SourceFile[]): string[] {
  const inside = files.filter((file) => isCode(file) && !isOutside(file))
  return inside.flatMap((file) => {
    const from = roomOf(file.path)
    if (from === null) return [`${file.path} stands in no known place: give it one in test/house/import-direction.ts`]
    return importsOf(file).flatMap(({ target, offset, typeOnly }) => {
      const place = placeOf(file, offset)
      if (target === null) return mayCompute.has(file.path) ? [] : [`${place} computes what it imports`]
      if (target === context && typeOnly && mayNameContext.test(file.path)) return []
      const to = roomOf(target)
      const isAllowed = to !== null && mayImport(from, to) && (from !== to || keepsInnerOrder(from, file.path, target))
      return isAllowed ? [] : [`${place} must not import ${target}`]
    })
  })
}

function roomOf(path: string): string | null {
  const [top = '', second = ''] = path.split('/')
  const room = top === 'server' || top === 'dashboard' ? `${top}/${second}` : top
  return room in besides || [server, dashboard].some((line) => rankIn(line, room) >= 0) ? room : null
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true
  if (from in besides) return besides[from]?.includes(to) ?? false
  return [server, dashboard].some((line) => rankIn(line, from) >= 0 && rankIn(line, to) > rankIn(line, from))
}

function keepsInnerOrder(feature: string, from: string, to: string): boolean {
  const cells = innerLines[feature]
  if (cells === undefined) return true
  const [left, right] = [innerRoomOf(feature, from), innerRoomOf(feature, to)]
  if (left === right) return true
  return rankIn(cells, right) > rankIn(cells, left)
}

/** Empty for the feature's own files, which so stand before the first cell. */
const innerRoomOf = (feature: string, path: string): string => {
  const [room = '', ...rest] = path.slice(feature.length + 1).split('/')
  return rest.length === 0 ? '' : room
}

const rankIn = (line: Line, room: string): number => line.findIndex((cell) => cell.includes(room))

function importsOf(file: SourceFile): Import[] {
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
