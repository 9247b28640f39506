import { sql } from 'kysely'
import type { Tx } from '#/server/platform/database/db.ts'
import { valueFrom } from '#/server/platform/database/rows.ts'

/**
 * While there is no payout list, a changed order is not left in `orders_unjudged`. So the import of the first list waits for
 * transactions that are changing an order: they see no list yet.
 */
export const holdOrders = (tx: Tx) => sql`lock table orders, parcels, receipts in share row exclusive mode`.execute(tx)

/** The name of another payee that has a list of this number: NovaPay counts over all payees, so this is worth a note. */
export const findNamesake = (
  tx: Tx,
  { payee_id, number, day }: { payee_id: string; number: string; day: string },
): Promise<string | undefined> =>
  valueFrom(tx)`
    select payees.name from payouts join payees on payees.id = payouts.payee_id
    where payouts.payee_id <> ${payee_id} and number = ${number} and year = extract(year from ${day}::date) limit 1`
