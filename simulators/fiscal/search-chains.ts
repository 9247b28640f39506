import type { Answer, SimulatedRequest } from '../frame/operations.ts'
import { toInstant } from './list-ettn.ts'
import { chainStatus, toChainModel } from './prepayment-chains.ts'
import type { Register } from './registers.ts'
import type { World } from './world.ts'

/** What `search` finds is not published: here, whatever has it anywhere in its relation id. Oldest first. */
export const searchChains = (world: World, register: Register, { query }: SimulatedRequest): Answer => {
  const { list_scope, list_cap, naive_offset_minutes } = world.settings()
  const [search, status, of] = [query.get('search') ?? '', query.get('status'), query.get('cash_register_id')]
  const from = toInstant(query.get('from_date'), naive_offset_minutes) ?? -Infinity
  const to = toInstant(query.get('to_date'), naive_offset_minutes) ?? Infinity
  const found = world.chains
    .all()
    .filter(
      (chain) =>
        (list_scope === 'all' || chain.cash_register_id === register.id) &&
        (of === null || chain.cash_register_id === of) &&
        (status === null || chainStatus(chain) === status) &&
        chain.relation_id.includes(search) &&
        chain.created_at >= from &&
        chain.created_at <= to,
    )
  const offset = Number(query.get('offset') ?? 0)
  const limit = Math.min(Number(query.get('limit') ?? 25), list_cap ?? Infinity)
  const results = found.slice(offset, offset + limit).map(toChainModel)
  return { status: 200, body: { meta: { limit, offset, total_items: found.length }, results } }
}
