import { sql } from 'kysely'
import { returnedAt, type MoneyOfOrder, type ReceiptOfOrder } from './receipt-troubles.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'

/** What an order sells for; a receipt says so, the carrier may say otherwise. */
export const price = 120_000

export const plainReceipt: ReceiptOfOrder = {
  kind: 'ettn',
  state: 'created',
  is_test: false,
  is_retired: false,
  is_returned: false,
  is_of_other_ttn: false,
  amount: price,
  fiscal_amount: null,
  accepted_control: null,
  accepted_fiscal: null,
  is_copy_undelivered: null,
  advance: null,
}
const fiscal: ReceiptOfOrder = { ...plainReceipt, state: 'fiscalized', fiscal_amount: price }
const advance: ReceiptOfOrder = { ...fiscal, kind: 'prepayment', amount: 30_000, fiscal_amount: 30_000 }
const restOf = (state: ReceiptState, of: ReceiptState): ReceiptOfOrder[] => [
  { ...advance, state: of },
  { ...plainReceipt, state, advance: of, amount: 90_000 },
]

/** Every kind of receipts an order can have, in the order they were made. */
export const receiptCases: Record<string, ReceiptOfOrder[]> = {
  none: [],
  ...Object.fromEntries(
    (
      ['queued', 'sending', 'unknown', 'attention', 'created', 'cancelling', 'cancel_unknown', 'cancelled'] as const
    ).map((state): [string, ReceiptOfOrder[]] => [state, [{ ...plainReceipt, state }]]),
  ),
  failed: [{ ...plainReceipt, state: 'failed' }],
  'failed, then made': [{ ...plainReceipt, state: 'failed' }, plainReceipt],
  'failed, then cancelled': [
    { ...plainReceipt, state: 'failed' },
    { ...plainReceipt, state: 'cancelled' },
  ],
  fiscal: [fiscal],
  'fiscal, sum not fetched': [{ ...fiscal, fiscal_amount: null }],
  'fiscal on another sum': [{ ...fiscal, fiscal_amount: 110_000 }],
  'fiscal on another sum, accepted': [{ ...fiscal, fiscal_amount: 110_000, accepted_fiscal: 110_000 }],
  'fiscal on another sum than accepted': [{ ...fiscal, fiscal_amount: 110_000, accepted_fiscal: 100_000 }],
  'fiscal on another sum, returned': [{ ...fiscal, fiscal_amount: 110_000, is_returned: true }],
  returned: [{ ...fiscal, is_returned: true }],
  'returned, under another TTN': [{ ...fiscal, is_returned: true, is_of_other_ttn: true }],
  'returned, then made': [{ ...fiscal, is_returned: true, amount: 110_000, accepted_control: 90_000 }, plainReceipt],
  'returned, then cancelled': [
    { ...fiscal, is_returned: true },
    { ...plainReceipt, state: 'cancelled' },
  ],
  'returned twice': [
    { ...fiscal, is_returned: true, accepted_control: 90_000 },
    { ...fiscal, is_returned: true },
  ],
  'fiscal, copy lost': [{ ...fiscal, is_copy_undelivered: true }],
  'returned, copy lost': [{ ...fiscal, is_copy_undelivered: true, is_returned: true }],
  'control accepted': [{ ...plainReceipt, accepted_control: 100_000 }],
  'test, open': [{ ...plainReceipt, is_test: true }],
  'test, fiscal on another sum, copy lost': [
    { ...fiscal, is_test: true, fiscal_amount: 110_000, is_copy_undelivered: true },
  ],
  'test, failed': [{ ...plainReceipt, is_test: true, state: 'failed' }],
  'test, retired': [{ ...fiscal, is_test: true, is_retired: true, fiscal_amount: 110_000 }],
  'test, retired and failed': [{ ...plainReceipt, is_test: true, is_retired: true, state: 'failed' }],
  'test, retired, then real': [{ ...plainReceipt, is_test: true, is_retired: true }, plainReceipt],
  'advance alone, rest cancelled': restOf('cancelled', 'fiscalized'),
  'advance, rest failed': restOf('failed', 'fiscalized'),
  'advance, rest open': restOf('created', 'fiscalized'),
  'advance returned, rest cancelled': [
    { ...advance, is_returned: true },
    { ...plainReceipt, state: 'cancelled', advance: 'fiscalized', amount: 90_000 },
  ],
  'test advance': [{ ...advance, is_test: true }],
  'advance not fiscal yet': [{ ...advance, state: 'created' }],
  'test, returned': [{ ...fiscal, is_test: true, is_returned: true }],
  'advance failed, rest ended': restOf('cancelled', 'failed'),
  'advance cancelled with its rest': restOf('cancelled', 'cancelled'),
}

export const statusCodes = [null, 1, 2, 3, 7, 9, 10, 11, 102, 103, 104, 105, 106, 108, 999]
export const controls = [null, 0, 90_000, 100_000, price]

let made = 0

/** Orders with just these facts, written past the machine; every other trigger is at work. Their ids, in the same order. */
export async function writeCases(db: Db, registerId: string, cases: readonly MoneyOfOrder[]): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < cases.length; from += atOnce)
    ids.push(...(await writeSome(db, registerId, cases.slice(from, from + atOnce))))
  return ids
}

/** As many as a sync brings at once: the triggers of orders compare all rows of a statement with one another. */
const atOnce = 300

async function writeSome(db: Db, registerId: string, cases: readonly MoneyOfOrder[]): Promise<string[]> {
  const ids = cases.map(() => newId())
  const orders = ids.map((id) => ({ id, number: String((made += 1)) }))
  await sql`
    insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, ttn, notes, goods, total, search, crm)
    select (one ->> 'id')::uuid, 'money-' || (one ->> 'number'), one ->> 'number', now(), '', '', '',
      '3045' || lpad(one ->> 'number', 10, '0'), '', '[]', ${price}, '', '{}'
    from jsonb_array_elements(${JSON.stringify(orders)}::jsonb) one`.execute(db)
  await sql`alter table receipts disable trigger hold_receipt`.execute(db)
  await writeReceipts(db, registerId, ids, cases)
  await sql`alter table receipts enable trigger hold_receipt`.execute(db)
  const parcels = cases.map(({ status_code, cod_amount, paid, taken_at }, place) => ({
    id: ids[place],
    status_code,
    cod_amount,
    paid,
    received_at: taken_at === null ? null : new Date(taken_at).toISOString(),
  }))
  await sql`
    update parcels set own = true, status_code = told.status_code, cod_amount = told.cod_amount, paid = told.paid, received_at = told.received_at
    from jsonb_to_recordset(${JSON.stringify(parcels)}::jsonb)
      as told (id uuid, status_code int, cod_amount bigint, paid boolean, received_at timestamptz)
    where order_id = told.id`.execute(db)
  const chosen = (is: (one: MoneyOfOrder) => boolean) => ids.filter((_id, place) => is(cases[place] ?? nobody))
  await sql`update orders set deleted_at = now() where id = any(${chosen((one) => one.is_hidden)}::uuid[])`.execute(db)
  await sql`update orders set not_needed_at = now(), not_needed_reason = 'не потрібен'
            where id = any(${chosen((one) => one.is_not_needed)}::uuid[])`.execute(db)
  return ids
}

export const nobody: MoneyOfOrder = {
  is_demo: false,
  is_hidden: false,
  is_not_needed: false,
  status_code: null,
  cod_amount: null,
  paid: false,
  taken_at: null,
  receipts: [],
}

/** One statement for all of them, the advances before their rests. */
async function writeReceipts(db: Db, registerId: string, ids: readonly string[], cases: readonly MoneyOfOrder[]) {
  const rows = cases.flatMap(({ receipts }, place) => {
    const advanceId = newId()
    return receipts.map((one, turn) => ({
      ...one,
      id: one.kind === 'prepayment' ? advanceId : newId(),
      order_id: ids[place],
      turn,
      prepayment_id: one.advance === null ? null : advanceId,
      document_kind: one.kind === 'prepayment' ? 'prepayment' : one.advance === null ? 'ettn' : 'ettn_rest',
    }))
  })
  await sql`
    insert into receipts (id, order_id, kind, document_kind, ttn, cash_register_id, is_test, amount, request, shown, state,
      payment, relation_id, prepayment_id, provider_id, created_at, events, retired_at, returned_at, fiscal_amount,
      accepted_control, accepted_fiscal, is_copy_undelivered)
    select one.id, one.order_id, one.kind, one.document_kind, case when one.is_of_other_ttn then '2' else '' end || o.ttn, ${registerId}, one.is_test, one.amount, '', '{}', one.state,
      case when one.kind = 'prepayment' then 'cash' end, case when one.document_kind <> 'ettn' then o.ttn end,
      one.prepayment_id, one.id::text, timestamptz '2026-03-09 07:00:00Z' + make_interval(mins => one.turn), 1,
      case when one.is_retired then timestamptz '2026-03-09 08:00:00Z' end,
      case when one.is_returned then ${new Date(returnedAt).toISOString()}::timestamptz end,
      one.fiscal_amount, one.accepted_control, one.accepted_fiscal, one.is_copy_undelivered
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, order_id uuid, turn int, kind text, document_kind text,
        is_test boolean, amount bigint, state text, prepayment_id uuid, is_retired boolean, is_returned boolean, is_of_other_ttn boolean,
        fiscal_amount bigint, accepted_control bigint, accepted_fiscal bigint, is_copy_undelivered boolean)
      join orders o on o.id = one.order_id order by one.turn`.execute(db)
}
