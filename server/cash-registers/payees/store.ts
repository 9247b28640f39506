import { sql } from 'kysely'
import type { Payee } from '#/contract/payouts.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowsFrom, run } from '#/server/platform/database/rows.ts'
import { locks } from '#/server/platform/database/locks.ts'
import { newId } from '#/server/platform/random.ts'
import { payeeKey } from './payee-rules.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    payees: Pick<Payee, 'id' | 'name' | 'tax_number'>
  }
}

export type PayeeRow = Omit<Payee, 'cash_registers'>

/** The accounts of the registers that are here: what was withdrawn teaches nothing. */
const accounts = sql`array(
  select distinct account from payouts where payouts.payee_id = payees.id and account is not null order by account)`

/** In the order of adding. */
export const listPayees = (db: Db | Tx): Promise<PayeeRow[]> =>
  rowsFrom(db)`select id, name, tax_number, ${accounts} as accounts from payees order by id`

/** With the registers that are in use. */
export const showPayees = (db: Db): Promise<Payee[]> =>
  rowsFrom(db)`
    select id, name, tax_number, ${accounts} as accounts, (
      select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.created_at, r.id), '[]')
      from cash_registers r where r.payee_id = payees.id and r.archived_at is null) as cash_registers
    from payees order by id`

/**
 * The payee the provider speaks of. One that is known by its payout lists alone is the same as that of the provider when the
 * names are the same; from then on the tax number tells.
 */
export async function learnPayee(tx: Tx, { name, tax_number }: { name: string; tax_number: string }): Promise<string> {
  // One at a time in the whole fleet: two registers of one payee may be checked at once.
  await run(tx)`select pg_advisory_xact_lock(${locks.payees})`
  const payees = await listPayees(tx)
  const known =
    payees.find((payee) => payee.tax_number === tax_number) ??
    payees.find((payee) => payee.tax_number === null && payeeKey(payee.name) === payeeKey(name))
  if (known === undefined) return addPayee(tx, { name, tax_number })
  if (known.name !== name || known.tax_number !== tax_number)
    await tx.updateTable('payees').set({ name, tax_number }).where('id', '=', known.id).execute()
  return known.id
}

export async function addPayee(tx: Tx, payee: { name: string; tax_number: string | null }): Promise<string> {
  const id = newId()
  await run(tx)`insert into payees (id, name, tax_number) values (${id}, ${payee.name}, ${payee.tax_number})`
  return id
}

/** Known by payout lists alone, and there is none any more. */
export const forgetUnused = (tx: Tx, id: string): Promise<void> =>
  run(tx)`
    delete from payees where id = ${id} and tax_number is null
      and not exists (select from payouts where payee_id = payees.id)
      and not exists (select from cash_registers where payee_id = payees.id)
      and not exists (select from parcel_payments where payee_id = payees.id)`
