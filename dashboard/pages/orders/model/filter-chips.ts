import { formatMoney } from '#/contract/money.ts'
import { receiptFilterWords } from '#/contract/receipt-words.ts'
import { formatDay } from '../../../words/format.ts'
import { parcelGroupLabels } from '../../../words/labels.ts'
import type { OrderFilters } from '../../../addresses/order-view.ts'

export type FilterName = Exclude<keyof OrderFilters, 'tab' | 'q'>

export interface Chip {
  name: FilterName
  label: string
}

/** Noon of that day in whatever zone: the day itself must not move. */
const dayWords = (day: string): string => formatDay(`${day}T12:00:00Z`)

/** Every filter that is set, in words, in the order of the panel. */
export function toChips(filters: OrderFilters, registers: readonly { id: string; name: string }[] | undefined): Chip[] {
  const register = registers?.find(({ id }) => id === filters.cash_register_id)?.name
  const labels: Record<FilterName, string | false | undefined> = {
    cash_register_id: filters.cash_register_id && (register === undefined ? 'Каса' : `Каса «${register}»`),
    receipt_state: filters.receipt_state && `Чек: ${lowerFirst(receiptFilterWords[filters.receipt_state])}`,
    parcel_group: filters.parcel_group && `Посилка: ${lowerFirst(parcelGroupLabels[filters.parcel_group])}`,
    sum_from: filters.sum_from !== undefined && `Сума від ${formatMoney(filters.sum_from)}`,
    sum_to: filters.sum_to !== undefined && `Сума до ${formatMoney(filters.sum_to)}`,
    from: filters.from && `Від ${dayWords(filters.from)}`,
    to: filters.to && `До ${dayWords(filters.to)}`,
    prepaid: filters.prepaid && 'Є передоплата',
    edited: filters.edited && 'Редаговано',
    attention: filters.attention && 'Потребує уваги',
    not_picked_up: filters.not_picked_up && 'Не забрано',
  }
  const chips: Chip[] = []
  let name: FilterName
  for (name in labels) {
    const label = labels[name]
    if (label) chips.push({ name, label })
  }
  return chips
}

export const withoutFilters: Record<FilterName, undefined> = {
  cash_register_id: undefined,
  receipt_state: undefined,
  parcel_group: undefined,
  sum_from: undefined,
  sum_to: undefined,
  from: undefined,
  to: undefined,
  prepaid: undefined,
  edited: undefined,
  attention: undefined,
  not_picked_up: undefined,
}

const lowerFirst = (words: string): string =>
  words.startsWith('ТТН') ? words : words.slice(0, 1).toLowerCase() + words.slice(1)
