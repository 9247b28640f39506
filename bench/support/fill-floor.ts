import { z } from 'zod'
import { Order } from '#/contract/orders.ts'
import { tabs, type Tab } from '#/contract/tabs.ts'
import { openPool } from './floor-answers.ts'
import { addOrders, finishTables, makeTables } from './floor-tables.ts'

const Item = z.looseObject({ id: Order.shape.id, ordered_at: Order.shape.ordered_at })
type Item = z.infer<typeof Item>
const Page = z.object({ items: z.array(Item), next_cursor: z.string().nullable() })

/** What the questions are about, of the tab that is shown first. */
export const Landmarks = z.object({
  /** Orders from all over the tab, to be read and changed. */
  ids: z.array(z.string()),
  /** The last pages begin after these; the very last one first. */
  before_last_pages: z.array(Item).min(1),
})
export type Landmarks = z.infer<typeof Landmarks>

/** Whatever the product answers with is what the floor has: read through the product's own API, page by page. */
export async function fillFloor(database_url: string, product: { url: string; token: string }): Promise<Landmarks> {
  const pool = openPool(database_url)
  try {
    await makeTables(pool)
    const all = await Promise.all(
      tabs.map(async (tab) => {
        const seen: Item[] = []
        for await (const items of readTab(product, tab)) {
          await addOrders(pool, JSON.stringify(items))
          if (tab === 'no_receipt') seen.push(...items.map(({ id, ordered_at }) => ({ id, ordered_at })))
        }
        return seen
      }),
    )
    await finishTables(pool)
    return landmarksOf(all.flat())
  } finally {
    await pool.end()
  }
}

const pageSize = 50
/** So many different orders are read and changed. */
const mostIds = 1_000
/** How many different last pages the requests name. */
const mostPages = 16

function landmarksOf(seen: readonly Item[]): Landmarks {
  const before_last_pages = Array.from({ length: mostPages }, (_, back) => seen.at(-pageSize * (back + 1) - 1) ?? [])
  const step = Math.max(1, Math.floor(seen.length / mostIds))
  return {
    before_last_pages: before_last_pages.flat(),
    ids: seen.filter((_, index) => index % step === 0).map(({ id }) => id),
  }
}

async function* readTab({ url, token }: { url: string; token: string }, tab: Tab): AsyncGenerator<Item[]> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const place: string = cursor === '' ? '' : `&cursor=${cursor}`
    const answer = await fetch(`${url}/api/v1/orders?tab=${tab}&limit=200${place}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const page = Page.parse(await answer.json())
    yield page.items
    cursor = page.next_cursor
  }
}
