import type { Answer, SimulatedRequest } from '../frame/operations.ts'
import type { GuardedOperation } from './gate.ts'
import { toInstant } from './list-ettn.ts'
import type { World } from './world.ts'
import { toReportModel, zReportsOf } from './z-reports.ts'

/** Reports of shifts. There are no X-reports here. */
export const reportOperations = (world: World): GuardedOperation[] => [
  {
    name: 'search_reports',
    method: 'GET',
    path: '/reports/search',
    needs: 'bearer',
    handle: (_register, request) => searchReports(world, request),
  },
]

/** Of all registers of the organisation unless some are chosen; here, all registers are of one. Its meta has no total. */
const searchReports = (world: World, { query }: SimulatedRequest): Answer => {
  const { list_scope, list_cap, naive_offset_minutes } = world.settings()
  const chosen = list_scope === 'all' ? [] : query.getAll('cash_register_id')
  const shifts = query.getAll('shift_id')
  const from = toInstant(query.get('from_date'), naive_offset_minutes) ?? -Infinity
  const to = toInstant(query.get('to_date'), naive_offset_minutes) ?? Infinity
  const found = world.registers
    .all()
    .filter(({ id }) => chosen.length === 0 || chosen.includes(id))
    .flatMap((register) => zReportsOf(world, register))
    .filter(({ closed_at }) => query.get('is_z_report') !== 'false' && closed_at >= from && closed_at < to)
    .toSorted((one, other) => one.closed_at - other.closed_at)
    .map(toReportModel)
    .filter(({ shift_id }) => shifts.length === 0 || shifts.includes(shift_id))
  const offset = Number(query.get('offset') ?? 0)
  const limit = Math.min(Number(query.get('limit') ?? 25), list_cap ?? Infinity)
  const inOrder = query.get('desc') === 'true' ? found.toReversed() : found
  return { status: 200, body: { meta: { limit, offset }, results: inOrder.slice(offset, offset + limit) } }
}
