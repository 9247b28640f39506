import type { Clock } from '#/server/platform/clock.ts'
import { inventStory, slots, tellStory, type SlotKind, type Story } from '../demo-shop/stub-shop.ts'
import { toCancelledStatuses, usualCancelledStatuses } from './cancelled-statuses.ts'
import type { CrmOrder } from '../crm-order.ts'
import type { CrmClient } from './crm-client.ts'
import { failed } from './failure-words.ts'

const historyMs = 21 * 24 * 60 * 60_000

/** The CRM of the demo: a shop that exists nowhere and never fails. How it differs from a real one is in README.md. */
export function createStubCrmClient({ clock, seed = 1 }: { clock: Clock; seed?: number }): CrmClient {
  let firstLook: number | null = null
  const stories = new Map<string, Story>()

  const storyOf = (kind: SlotKind, slot: number): Story => {
    const name = `${kind}:${slot}`
    const known = stories.get(name) ?? inventStory(seed, kind, slot)
    stories.set(name, known)
    return known
  }

  const ordersOf = (kind: SlotKind, from: number, now: number): CrmOrder[] => {
    const { lengthMs } = slots[kind]
    const [first, last] = [Math.ceil(from / lengthMs), Math.floor(now / lengthMs)]
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => storyOf(kind, first + index)).flatMap(
      (story) => tellStory(story, now) ?? [],
    )
  }

  return {
    kind: 'stub',
    identity: null,
    paging: 'orders',
    cancelled_statuses: toCancelledStatuses(usualCancelledStatuses),
    listOrders: async ({ updated_from, offset, limit }, signal) => {
      if (signal?.aborted) return failed('timeout', 'запит до CRM скасовано')
      const now = clock.now().getTime()
      firstLook ??= now
      const told = [...ordersOf('past', firstLook - historyMs, now), ...ordersOf('live', firstLook, now)]
      const from = updated_from === null ? '' : new Date(updated_from).toISOString()
      const changed = told
        .filter(({ updated_at }) => (updated_at ?? '') >= from)
        .sort((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1))
      const orders = changed.slice(offset, offset + limit)
      return { ok: true, page: { orders, unreadable: [], total: changed.length } }
    },
  }
}

const placeOf = ({ updated_at, crm_id }: CrmOrder): string => `${updated_at} ${crm_id}`
