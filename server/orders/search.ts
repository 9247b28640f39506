import { toSearchForm, toSearchKey } from '#/contract/order-search.ts'

export interface Searchable {
  number: string
  recipient_name: string
  goods: readonly { code: string; name: string }[]
  notes: string
}

/** Bounded: a kilobyte is more than anybody searches in, and the index stays small. */
const longestSearchText = 1_000

export const toSearchText = ({ number, recipient_name, goods, notes }: Searchable): string =>
  ` ${toSearchForm([recipient_name, number, ...goods.flatMap(({ code, name }) => [code, name]), notes].join(' '))}`.slice(
    0,
    longestSearchText,
  )

/** The pattern of one way to mean a word. Two letters are looked for at the beginning of a word only: the index needs three. */
export function toPattern(way: string): string {
  const key = toSearchKey(way)
  const escaped = key.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  return key.length < 3 ? `% ${escaped}%` : `%${escaped}%`
}
