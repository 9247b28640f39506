import { toSearchForm, toSearchKey } from '#/contract/order-search.ts'

export interface Searchable {
  number: string
  recipient_name: string
  goods: readonly { code: string; name: string }[]
  notes: string
}

/** In bytes: an entry of an index of PostgreSQL has room for no more (migration 0030). A thousand Cyrillic letters. */
const longestSearchText = 2_000

/** More than that is not searched in. */
export const toSearchText = ({ number, recipient_name, goods, notes }: Searchable): string =>
  startOf(
    ` ${toSearchForm([recipient_name, number, ...goods.flatMap(({ code, name }) => [code, name]), notes].join(' '))}`,
  )

/** Never half a letter. */
function startOf(text: string): string {
  if (text.length * 3 <= longestSearchText) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(longestSearchText))
  return text.slice(0, read)
}

/** The pattern of one way to mean a word. Two letters are looked for at the beginning of a word only: the index needs three. */
export function toPattern(way: string): string {
  const key = toSearchKey(way)
  const escaped = key.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  return key.length < 3 ? `% ${escaped}%` : `%${escaped}%`
}
