import { sql } from 'kysely'
import type { App } from '#/server/app.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { importPayout } from '#/server/money/importing/import-payout.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import type { Month, MonthOrder, MonthPayout } from './money-month.ts'
import { toPayoutCsv } from './payout-csv.ts'

/** Where the facts of months are written: three cash registers, of two payees and of none we know. */
export interface MonthShop {
  app: App
  db: Db
  registers: readonly string[]
  payees: readonly string[]
}

let made = 0
let numbers = 50_000_000

/** The numbers and TTNs of one month in the shop. */
export interface WrittenMonth {
  ttns: string[]
  numbers: string[]
  /** The files as they were imported, in the order of the payouts. */
  files: string[]
}

/** One thing that happens: an order with its receipts arrives, or a payout list is imported. They may come in any order. */
export interface Happening {
  what: string
  happen: () => Promise<void>
}

export function happeningsOf(shop: MonthShop, month: Month): { written: WrittenMonth; happenings: Happening[] } {
  const ttns = month.parcels.map(() => `59${String((made += 1)).padStart(12, '0')}`)
  const own = month.payouts.map(() => String((numbers += 1)))
  const files = month.payouts.map((payout, at) => fileOf(payout, own[at] ?? '', ttns))
  const orders = month.parcels.flatMap((of, parcel) =>
    of.map((order) => ({
      what: `order of parcel ${parcel}`,
      happen: () => writeOrder(shop, order, ttns[parcel] ?? ''),
    })),
  )
  const payouts = month.payouts.map((payout, at) => ({
    what: `payout list ${at}`,
    happen: () => importFile(shop, files[at] ?? '', payout.payee),
  }))
  return { written: { ttns, numbers: own, files }, happenings: [...orders, ...payouts] }
}

const fileOf = ({ day, payee, transfers }: MonthPayout, number: string, ttns: readonly string[]): string =>
  toPayoutCsv({
    number,
    day,
    payee: `Одержувач ${payee}`,
    account: `UA${payee}`,
    transfers: transfers.map(({ parcel, accepted, commission, operation_id }) => ({
      ttn: ttns[parcel] ?? '',
      accepted,
      commission,
      // A month that happens twice has operations of its own each time.
      ...(operation_id !== null && { operation_id: `${ttns[0]?.slice(-6)}${operation_id}` }),
    })),
  })

export async function importFile({ app, payees }: MonthShop, text: string, payee: number): Promise<void> {
  const file = { name: 'Реєстр.csv', bytes: new TextEncoder().encode(text) }
  await importPayout(app, theSystem, file, { payee_id: payees[payee] ?? 'new' })
}

/** Past the CRM and the machine of receipts; every trigger but the one that guards the machine is at work. */
async function writeOrder({ db, registers }: MonthShop, order: MonthOrder, ttn: string): Promise<void> {
  const id = newId()
  const own = order.is_redirected ? `20${String((made += 1)).padStart(12, '0')}` : ttn
  const amount = order.receipts[0]?.amount ?? 10_000
  await sql`
    insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, ttn, notes, goods, total, search, crm)
    values (${id}, ${`month-${id}`}, ${String((made += 1))}, '2026-04-01T08:00:00Z', '', '', '', ${own}, '', '[]', ${amount}, '', '{}')`.execute(
    db,
  )
  await sql`
    update parcels set status_code = 9, paid = true, cod_amount = ${amount}, cod_kind = 'payment_control', own = true,
      received_at = '2026-04-02T08:00:00Z', paid_at = '2026-04-02T08:00:00Z', followed_ttn = ${order.is_redirected ? ttn : null}
    where order_id = ${id}`.execute(db)
  await sql`alter table receipts disable trigger hold_receipt`.execute(db)
  for (const [turn, receipt] of order.receipts.entries())
    await sql`
      insert into receipts (id, order_id, kind, document_kind, ttn, cash_register_id, is_test, amount, request, shown, state, provider_id,
        created_at, events, fiscalized_at, returned_at)
      values (${newId()}, ${id}, 'ettn', 'ettn', ${newId()}, ${registers[receipt.register] ?? ''}, false, ${receipt.amount}, '', '{}',
        ${receipt.state}, ${newId()}, timestamptz '2026-04-01T09:00:00Z' + make_interval(mins => ${turn}::int), 1,
        ${receipt.state === 'fiscalized' ? '2026-04-02T09:00:00Z' : null}, ${receipt.is_returned ? '2026-04-05T09:00:00Z' : null})`.execute(
      db,
    )
  await sql`alter table receipts enable trigger hold_receipt`.execute(db)
  if (order.is_not_needed)
    await sql`update orders set not_needed_at = now(), not_needed_reason = 'Не потрібен' where id = ${id}`.execute(db)
  if (!order.is_live) await sql`update orders set crm_cancelled = true where id = ${id}`.execute(db)
}
