import { importsOf } from './imports.ts'
import { isCode, isOutside, placeOf, type SourceFile } from './source.ts'

type Line = readonly (readonly string[])[]
/**
 * Which way imports point. Everything of the server stands in one line and may import only what stands to its right,
 * so no circle can arise; what shares a cell does not know the other. A new folder must be given its place here.
 */
const server: Line = [
  ['server/main.ts'],
  ['server/cli'],
  ['server/service.ts'],
  ['server/http.ts', 'server/worker.ts', 'server/start-context.ts'],
  ['server/backup'],
  ['server/grants.ts', 'server/exposure.ts', 'server/key-files.ts', 'server/sql-code.ts'],
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
  ['server/app.ts'],
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
  ['dashboard/palette', 'dashboard/pages', 'dashboard/prompts'],
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
 * The inner order of a folder whose files fill several rooms. Its own files stand left of all its rooms, but for those that
 * the line names; rooms of one cell do not know each other.
 */
const innerLines: Record<string, Line> = {
  'server/auth': [
    ['account', 'login'],
    ['second-factor'],
    ['codes', 'passkeys'],
    ['passwords'],
    ['throttling', 'guard'],
    ['sessions'],
    ['rules.ts'],
  ],
  'server/cash-registers': [['changing'], ['checking'], ['reading'], ['health'], ['secrets', 'payees'], ['register']],
  'server/platform': [
    ['tables'],
    ['child-process', 'http', 'jobs', 'outbound'],
    ['database'],
    ['encryption'],
    ['log.ts', 'clock.ts', 'private-file.ts'],
    ['log-file.ts'],
    ['explained.ts', 'random.ts'],
  ],
  'server/platform/database': [['embedded'], ['roles'], ['locks.ts'], ['db.ts']],
  'server/platform/http': [['docs', 'health', 'answers'], ['edge'], ['http.ts']],
  'server/money': [['importing', 'lines', 'parcels'], ['judging'], ['payouts'], ['reading', 'shifts']],
  'server/orders': [['exporting'], ['queue', 'changing', 'syncing'], ['order']],
  'server/audit': [['verifying'], ['alarm', 'checkpoints'], ['chain', 'reading']],
  'server/receipts': [['settling'], ['creating', 'sending', 'orphans'], ['lookup'], ['machine'], ['reading', 'clocks']],
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
  'dashboard/pages/order': [['notices', 'sections'], ['editing'], ['draft']],
  'dashboard/pages/orders': [['printing'], ['table'], ['tools', 'actions'], ['model']],
}
/** Beside the line: what else each may import. */
const besides: Record<string, readonly string[]> = {
  simulators: [],
  'server/migrations': [],
}
/** Migrations are found by their number, PostgreSQL by the kind of machine. */
const mayCompute = new Set(['server/platform/migrate.ts', 'server/platform/database/embedded/binaries.ts'])

export function importDirection(files: readonly SourceFile[]): string[] {
  const inside = files.filter((file) => isCode(file) && !isOutside(file))
  return inside.flatMap((file) => {
    const from = roomOf(file.path)
    if (from === null) return [`${file.path} stands in no known place: give it one in test/house/import-direction.ts`]
    return importsOf(file).flatMap(({ target, offset }) => {
      const place = placeOf(file, offset)
      if (target === null) return mayCompute.has(file.path) ? [] : [`${place} computes what it imports`]
      const to = roomOf(target)
      const isAllowed = to !== null && mayImport(from, to) && keepsInnerOrder(file.path, target)
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

const keepsInnerOrder = (from: string, to: string): boolean =>
  Object.entries(innerLines).every(([folder, line]) => {
    if (![from, to].every((path) => path.startsWith(`${folder}/`))) return true
    const [left, right] = [innerRoomOf(folder, from), innerRoomOf(folder, to)]
    const [leftRank, rightRank] = [rankIn(line, left), rankIn(line, right)]
    const areOwnFiles = leftRank < 0 && rightRank < 0 && [left, right].every((room) => room.includes('.'))
    return left === right || areOwnFiles || rightRank > leftRank
  })

/** Directly in the folder: the name of an inner folder, or of a file. */
const innerRoomOf = (folder: string, path: string): string => path.slice(folder.length + 1).split('/')[0] ?? ''

const rankIn = (line: Line, room: string): number => line.findIndex((cell) => cell.includes(room))
