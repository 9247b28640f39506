import { sql, type Insertable } from 'kysely'
import type { Tables, Tx } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import type { Settlement, Transfer } from '../payouts/store.ts'

/**
 * While there is no payout list, a changed order is not left in `orders_unjudged`. So the import of the first list waits for
 * transactions that are changing an order: they see no list yet.
 */
export const holdOrders = (tx: Tx) => sql`lock table orders, parcels, receipts in share row exclusive mode`.execute(tx)

/** The name of another payee that has a list of this number: NovaPay counts over all payees, so this is worth a note. */
export async function findNamesake(
  tx: Tx,
  { payee_id, number, day }: { payee_id: string; number: string; day: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select payees.name from payouts join payees on payees.id = payouts.payee_id
    where payouts.payee_id <> ${payee_id} and number = ${number} and year = extract(year from ${day}::date) limit 1`.execute(
    tx,
  )
  return rows[0]?.name
}

/** The lines are `unknown_ttn` until they are judged, in the same transaction. */
export async function insertPayout(
  tx: Tx,
  payout: Insertable<Tables['payouts']>,
  lines: readonly (Transfer & Partial<Settlement>)[],
): Promise<void> {
  await tx.insertInto('payouts').values(payout).execute()
  // Ids of one millisecond come in any order; sorted, they keep the order of the list.
  const ids = lines.map(newId).toSorted()
  const rows = lines.map((line, index) => ({ id: ids[index], position: index + 1, ...line }))
  await sql`
    insert into payout_lines (id, payout_id, position, ttn, day, accepted, commission, transferred, operation_id, order_ref,
      settled_as, settled_reason, settled_at, settled_by, settled_by_login)
    select id, ${payout.id}, position, ttn, day, accepted, commission, transferred, operation_id, order_ref,
      settled_as, settled_reason, settled_at, settled_by, settled_by_login
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, position int, ttn text, day date, accepted bigint,
      commission bigint, transferred bigint, operation_id text, order_ref text, settled_as text, settled_reason text,
      settled_at timestamptz, settled_by uuid, settled_by_login text)`.execute(tx)
}
