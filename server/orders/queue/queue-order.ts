import { sql } from 'kysely'

/**
 * How the orders of a tab stand: those that have nothing to do yet after all others (`standsFirst` in `contract/tabs.ts`), in both
 * parts the newest first. All columns go one way, so that a place is one comparison and the index `orders_queue` serves it.
 */
export const inTab = 'stands_first desc, ordered_at desc, id desc'

/** How orders of several tabs stand: by their time alone. */
const byTime = 'ordered_at desc, id desc'

/** `tab` undefined: orders of several tabs. */
export const queueOrder = (tab: string | undefined) => sql.raw(tab === undefined ? byTime : inTab)
