import { receiptStates, type ReceiptState } from '#/contract/receipt-states.ts'
import { parcelGroups, type ParcelGroup } from '#/contract/carrier-statuses.ts'
import { tabs, type Tab } from '#/contract/tabs.ts'
import { isDay } from '../ui/day-text.ts'

/** What narrows the list. The names are those of `GET /orders`, in the address of the page too. */
export interface OrderFilters {
  tab: Tab
  q?: string
  cash_register_id?: string
  receipt_state?: ReceiptState
  parcel_group?: ParcelGroup
  from?: string
  to?: string
  sum_from?: number
  sum_to?: number
  prepaid?: true
  edited?: true
  attention?: true
  not_picked_up?: true
}

/** The whole state of the orders page that a link carries. `order`: the one that is open over the list. */
export interface OrderView extends OrderFilters {
  limit: 50 | 100
  hidden?: true
}

export interface OrdersSearch extends Omit<OrderView, 'tab' | 'limit'> {
  tab?: Tab
  limit?: 100
  order?: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((one) => one === value)

const text = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

const day = (value: unknown): string | undefined => (typeof value === 'string' && isDay(value) ? value : undefined)

const kopiykas = (value: unknown): number | undefined => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

const flag = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined)

/** Anything in the address that the page does not understand is dropped: a link never leads to an error. */
export function readSearch(raw: Record<string, unknown>): OrdersSearch {
  const q = typeof raw['q'] === 'string' || typeof raw['q'] === 'number' ? String(raw['q']).slice(0, 200) : ''
  return withoutUndefined({
    tab: oneOf(tabs, raw['tab']),
    q: q === '' ? undefined : q,
    cash_register_id: text(raw['cash_register_id'], uuid),
    receipt_state: oneOf(receiptStates, raw['receipt_state']),
    parcel_group: oneOf(parcelGroups, raw['parcel_group']),
    from: day(raw['from']),
    to: day(raw['to']),
    sum_from: kopiykas(raw['sum_from']),
    sum_to: kopiykas(raw['sum_to']),
    prepaid: flag(raw['prepaid']),
    edited: flag(raw['edited']),
    attention: flag(raw['attention']),
    not_picked_up: flag(raw['not_picked_up']),
    hidden: flag(raw['hidden']),
    limit: Number(raw['limit']) === 100 ? 100 : undefined,
    order: text(raw['order'], uuid),
  })
}

/** A field that is not set does not stand in the address. */
function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  const set = { ...fields }
  for (const name in set) if (set[name] === undefined) delete set[name]
  return set
}

/** The list that is shown, whatever is open over it. */
export function toView({ order: _open, tab = 'no_receipt', limit, ...filters }: OrdersSearch): OrderView {
  return { ...filters, tab, limit: limit ?? 50 }
}

/** How many filters are set beside the tab and the search. */
export const countFilters = ({ tab: _tab, q: _q, limit: _limit, hidden: _hidden, ...filters }: OrderView): number =>
  Object.keys(filters).length

export function toQuery(
  filters: OrderFilters | OrderView,
  page: { limit?: number; cursor?: string | undefined } = {},
): string {
  const fields = Object.entries({ ...filters, ...page }).filter(([, value]) => value !== undefined)
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
}
