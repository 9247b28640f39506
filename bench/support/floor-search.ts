import { toSearchForm, toSearchKey } from '#/contract/order-search.ts'
import { tabs } from '#/contract/tabs.ts'
import { all, newestFirst, once, pageJson, type Row } from './floor-json.ts'

export interface Searched {
  tab: string
  limit: number
  q: string
  /** Hits are counted up to this in each tab; null: all of them. */
  bound: number | null
}

const hitsPerTab = once('select json_object_agg(tab, n) from (select tab, count(*) as n from hits group by tab) c')

/** Few hits: all of them, then the page and the counts of them. */
const few = (words: string, bound: string) => `
  with hits as materialized (select o.id, o.tab, o.ordered_at from orders o where ${words} ${bound}),
  page as (select o.id from hits o where o.tab = $1 ${newestFirst} limit $2)
  select ${hitsPerTab}, ${all}, (select count(*) from hits) from page join orders o using (id) ${newestFirst}`

/** Many hits: the newest of the tab until the page is full, any of each tab until the bound is reached. */
function many(words: string, bound: number): string {
  const upToBound = tabs.map(
    (tab) =>
      `'${tab}', (select count(*) from (select from orders o where o.tab = '${tab}' and ${words} limit ${bound}) h)`,
  )
  return `
    select ${once(`select json_build_object(${upToBound.join()})`)}, ${all}
    from (select * from orders o where o.tab = $1 and ${words} ${newestFirst} limit $2) o ${newestFirst}`
}

/** `ask` runs a statement that is not prepared: it is planned with what is searched for in view. */
export function createSearch(ask: (text: string, values: readonly unknown[]) => Promise<Row[]>) {
  /** Which searches had many hits the last time; whichever way is taken, the answer is right. */
  const common = new Set<string>()

  return async ({ tab, limit, q, bound }: Searched): Promise<string> => {
    const patterns = q.split(' ').map((word) => `%${toSearchKey(toSearchForm(word))}%`)
    const words = patterns.map((_, index) => `o.search like $${index + 3}`).join(' and ')
    const find = (text: string) => ask(text, [tab, limit + 1, ...patterns])
    const toPage = (rows: readonly Row[]) => pageJson(rows, limit, rows[0]?.[0])
    if (bound !== null && common.has(q)) return toPage(await find(many(words, bound)))
    const rows = await find(few(words, bound === null ? '' : `limit ${bound + 1}`))
    // What was cut off may hold the newest of the tab, or all of it.
    const isCut = bound !== null && (rows.length === 0 || Number(rows[0]?.at(-1)) > bound)
    if (!isCut) return toPage(rows)
    common.add(q)
    return toPage(await find(many(words, bound)))
  }
}
