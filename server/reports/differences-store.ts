import { sql } from 'kysely'
import type { DifferencesQuery, DifferencesReport, Difference } from '#/contract/reports.ts'
import type { Today } from '#/server/money/parcels/rules.ts'
import { isOpenPayment, paymentsWithin } from '#/server/money/parcels/store.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { rowsFrom } from '#/server/platform/database/rows.ts'
import { day, instant, named } from '#/server/platform/database/json.ts'
import { isChosen } from './facts-store.ts'

/** A screen shows what a person can still read, a file what a spreadsheet can still handle. */
const mostRows = { json: 5_000, xlsx: 50_000, csv: 50_000 } as const

const receiptJson = sql`case when rc.state = 'fiscalized' then json_build_object('amount', rc.amount, 'fiscal_code', rc.fiscal_code,
  'fiscalized_at', ${instant(sql`rc.fiscalized_at`)}) end`

/** Transfers that do not agree, and paid parcels whose money has not come. What a transfer says of a parcel is not said twice. */
export async function readDifferences(db: Db, query: DifferencesQuery, today: Today): Promise<DifferencesReport> {
  const { from, to, open } = query
  const isWanted = open === 'all' ? sql`true` : open === 'true' ? sql`fact.is_open` : sql`not fact.is_open`
  const rows = await rowsFrom(db)<{ item: Difference; count: number }>`
    select json_build_object('kind', fact.kind, 'id', fact.id, 'state', fact.state, 'why', fact.why, 'ttn', fact.ttn,
      'order', case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end,
      'cash_register', ${named('register')}, 'receipt_payee', ${named('theirs')}, 'payout_payee', ${named('payee')},
      'day', ${day(sql`fact.day`)}, 'receipt', ${receiptJson},
      'register', case when payout.id is not null then json_build_object('id', payout.id, 'number', payout.number,
        'day', ${day(sql`payout.day`)}) end,
      'accepted', fact.accepted, 'commission', fact.commission, 'transferred', fact.transferred, 'difference', fact.difference,
      'days', greatest(${today.today}::date - fact.day, 0), 'settled', fact.settled) as item, count(*) over () as count
    from (
      select 'line' as kind, l.id, l.state, l.why, l.ttn, l.order_id, l.receipt_id, l.payout_id, q.payee_id as payout_payee_id, l.day,
        l.accepted, l.commission, l.transferred, l.difference, l.is_open, q.payee_id, line_receipt.cash_register_id,
        case when l.settled_as = l.judgement then json_build_object('reason', l.settled_reason, 'at', ${instant(sql`l.settled_at`)},
          'by', l.settled_by_login) end as settled
      from payout_lines l join payouts q on q.id = l.payout_id left join receipts line_receipt on line_receipt.id = l.receipt_id
      where l.state not in ('matched', 'returned') and l.day between ${from}::date and ${to}::date
      union all
      select 'parcel', pp.order_id, pp.state, pp.why, pp.ttn, pp.order_id, pp.receipt_id, null, null, pp.paid_on,
        null, null, null, null, ${isOpenPayment}, pp.payee_id, pp.cash_register_id,
        case when decision.settled_as = pp.judgement then json_build_object('reason', decision.reason, 'at', ${instant(sql`decision.at`)},
          'by', decision.by_login) end
      from ${await paymentsWithin(db, query, today)} pp left join parcel_decisions decision on decision.order_id = pp.order_id
      where pp.state = 'late' or (pp.state = 'no_receipt' and pp.lines = 0)
    ) fact
    left join orders o on o.id = fact.order_id
    left join receipts rc on rc.id = fact.receipt_id
    left join cash_registers register on register.id = fact.cash_register_id
    left join payees theirs on theirs.id = register.payee_id
    left join payouts payout on payout.id = fact.payout_id
    left join payees payee on payee.id = fact.payout_payee_id
    where ${isWanted} and ${isChosen(query)}
    order by fact.day, fact.id limit ${mostRows[query.format]}`
  return { items: rows.map(({ item }) => item), count: rows[0]?.count ?? 0 }
}
