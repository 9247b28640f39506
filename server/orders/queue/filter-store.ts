import { sql, type RawBuilder } from 'kysely'
import { toSearchKey, understandQuery, type UnderstoodQuery } from '#/contract/order-search.ts'
import type { OrderFilters } from '#/contract/orders.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import { tabs } from '#/contract/tabs.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'
import { toPattern } from '../order/search.ts'
import { troubledOrders } from './trouble-store.ts'
import type { TroubleTimes } from './rules.ts'

/**
 * What narrows the orders `o`; null: nothing does. Receipts and parcels are selected as sets and not order by
 * order, because a filter reads all of them. `times`: since when something is a trouble.
 */
export function whatIsAsked(
  filters: OrderFilters & { hidden?: true | undefined },
  times: TroubleTimes,
  hasWord = isPlanned,
): RawBuilder<unknown> | null {
  // The parcel of a hidden order is not followed any more; spelled so that the index of the others serves them.
  const isFollowed = filters.hidden ? sql`not active` : sql`active`
  const parts = [
    ...when(filters.q, (q) => matches(understandQuery(q), hasWord)),
    ...when(
      filters.cash_register_id,
      (id) => sql`o.id in (select order_id from parcels where ${isFollowed} and cash_register_id = ${id})`,
    ),
    ...when(filters.receipt_state, lastReceiptIs),
    ...when(filters.parcel_group, (group) => sql`o.parcel_group = ${group}`),
    ...when(filters.from, (day) => sql`${inAnyTab} and o.ordered_at >= ${kyivDay(day, 0)}`),
    ...when(filters.to, (day) => sql`${inAnyTab} and o.ordered_at < ${kyivDay(day, 1)}`),
    ...when(filters.sum_from, (sum) => sql`o.total >= ${sum}`),
    ...when(filters.sum_to, (sum) => sql`o.total <= ${sum}`),
    ...when(filters.prepaid, () => hasLivePrepayment),
    ...when(filters.edited, () => sql`o.edited_at is not null`),
    ...when(filters.attention, () => sql`o.id in (${troubledOrders(times)})`),
    ...when(filters.not_picked_up, () => isAwaited),
  ]
  return parts.length === 0 ? null : sql.join(parts, sql` and `)
}

/** Said, although every order is in one: a period is looked up in the index of the queue, which begins with the tab and its part. */
const inAnyTab = sql`o.tab in (${sql.raw(tabs.map((tab) => `'${tab}'`).join(', '))}) and o.stands_first in (true, false)`

const when = <Value>(
  value: Value | undefined,
  condition: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown>[] => (value === undefined ? [] : [condition(value)])

/** A new try is a new row, so the newest is the one that counts, but for one that lives, whatever clock has dated it; as `withReceipt` shows it. */
const lastReceiptIs = (state: ReceiptState): RawBuilder<unknown> => sql`
  o.id in (select rc.order_id from receipts rc where rc.kind = 'ettn' and rc.state = ${state} and not exists (
    select from receipts later where later.order_id = rc.order_id and later.kind = 'ettn'
      and (lives(later), later.created_at, later.id) > (lives(rc), rc.created_at, rc.id)))`

/** While one lives there is no second, so it belongs to the last receipt, even when the rest was given up. */
const hasLivePrepayment = sql`
  o.id in (select order_id from receipts where kind = 'prepayment' and lives(receipts))`

/** Exactly those whose sums the trigger of migration 0005 keeps for the summary. */
const isAwaited = sql`o.id in (select order_id from parcels where active and awaited is not null)`

function matches(query: UnderstoodQuery, hasWord: HasWord): RawBuilder<unknown> {
  switch (query.kind) {
    case 'nothing':
      return sql`true`
    case 'sum':
      return sql`o.total = ${query.sum}`
    case 'digits': {
      const end = `${Array.from(query.digits).toReversed().join('')}%`
      const sum = query.sum === null ? sql`` : sql`or o.total = ${query.sum}`
      return sql`(reverse(o.ttn) like ${end} or reverse(o.recipient_phone) like ${end} or reverse(o.number) like ${end} ${sum})`
    }
    case 'words':
      return sql.join(
        // Spelled out: the index serves each LIKE by itself, but not LIKE ANY.
        query.words.map((ways) => sql`(${sql.join(ways.map(hasWord), sql` or `)})`),
        sql` and `,
      )
  }
}

type HasWord = (way: string) => RawBuilder<unknown>

/** PostgreSQL plans for the very word, by how often it met it in its sample of the orders. */
const isPlanned: HasWord = (way) => sql`o.search_key like ${toPattern(way)}`

/** PostgreSQL cannot see the word when it plans, and looks it up by its trigrams. */
export const isLookedUp: HasWord = (way) =>
  toSearchKey(way).length < 3 ? isPlanned(way) : sql`o.search_key like (select ${toPattern(way)}::text)`
