import { sql, type Generated, type GeneratedAlways } from 'kysely'
import {
  lineStates,
  type LineState,
  type NoReceiptReason,
  type Payout,
  type PayoutForm,
  type PayoutListQuery,
  type PayoutSums,
} from '#/contract/payouts.ts'
import { DatabaseError } from 'pg'
import { AppError } from '#/contract/errors.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import { day as dayText, instant, named } from '#/server/platform/database/json.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { locks } from '#/server/platform/database/locks.ts'
import { newId } from '#/server/platform/random.ts'
import type { KeptLine } from './payout-rules.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    payouts: {
      id: string
      payee_id: string
      number: string
      day: string
      year: GeneratedAlways<number>
      account: string | null
      accepted: number
      commission: number
      transferred: number
      form: PayoutForm
      file_name: string
      file_hash: string
      imported_at: string
      imported_by: string | null
      imported_by_login: string | null
    }
    payout_lines: {
      id: string
      payout_id: string
      position: number
      ttn: string
      day: string
      accepted: number
      commission: number
      transferred: number
      operation_id: string | null
      order_ref: string | null
      state: Generated<LineState>
      why: NoReceiptReason | null
      order_id: string | null
      is_ambiguous: Generated<boolean>
      receipt_id: string | null
      difference: number | null
      settled_as: string | null
      settled_reason: string | null
      settled_at: string | null
      settled_by: string | null
      settled_by_login: string | null
      judgement: GeneratedAlways<string>
      is_open: GeneratedAlways<boolean>
    }
    withdrawn_payouts: PayoutSums & {
      id: string
      payout_id: string
      payee: string
      number: string
      day: string
      account: string | null
      form: PayoutForm
      file_name: string
      file_hash: string
      imported_at: string
      imported_by_login: string | null
      /** As they stood in the register, with what people decided of them. */
      lines: unknown
      /** A newer file of the same register took its place. */
      is_corrected: boolean
      withdrawn_at: string
      withdrawn_by: string | null
      withdrawn_by_login: string | null
      reason: string | null
    }
    orders_unjudged: { id: GeneratedAlways<number>; order_id: string }
  }
}

/** Registers are imported, withdrawn and judged by one at a time in the whole fleet. */
export async function lockMoney(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(longestWaitMs)}, true)`.execute(tx)
  try {
    await sql`select pg_advisory_xact_lock(${locks.money}), set_config('lock_timeout', '0', true)`.execute(tx)
  } catch (error) {
    throw isLockTimeout(error) ? new AppError('money.busy', { seconds: 10 }) : error
  }
}

/** The longest register is judged within ten seconds; a person who has waited as long is better told, while the browser still listens. */
const longestWaitMs = 10_000

const isLockTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '55P03'

/**
 * While there is no register, changed orders are not noted down. Whoever imports the first one waits for those who are changing an order
 * just then: they could not know.
 */
export const holdOrders = (tx: Tx) => sql`lock table orders, parcels, receipts in share row exclusive mode`.execute(tx)

const payoutJson = sql`json_build_object(
  'id', p.id, 'payee', ${named('payee')}, 'number', p.number, 'day', ${dayText(sql`p.day`)},
  'account', p.account, 'accepted', p.accepted, 'commission', p.commission, 'transferred', p.transferred,
  'lines', counted.lines, 'states', counted.states, 'open', counted.open, 'form', p.form, 'file_name', p.file_name,
  'imported_at', ${instant(sql`p.imported_at`)}, 'imported_by', p.imported_by_login)`

const wholePayout = sql`payouts p join payees payee on payee.id = p.payee_id
  cross join lateral (
    select coalesce(sum(of_state.lines), 0)::int as lines, coalesce(sum(of_state.open), 0)::int as open,
      json_object_agg(every.state, coalesce(of_state.lines, 0)) as states
    from unnest(${sql.lit(`{${lineStates.join()}}`)}::text[]) every (state) left join (
      select l.state, count(*) as lines, count(*) filter (where l.is_open) as open
      from payout_lines l where l.payout_id = p.id group by l.state) of_state using (state)) counted`

export async function findPayout(db: Db | Tx, id: string): Promise<Payout | undefined> {
  const { rows } = await sql<{ item: Payout }>`
    select ${payoutJson} as item from ${wholePayout} where p.id = ${id}`.execute(db)
  return rows[0]?.item
}

/** Newest first. `limit + 1` rows tell whether there is a next page. */
export async function listPayouts(db: Db, query: PayoutListQuery, after: PageCursor | null): Promise<Payout[]> {
  const { payee_id, from, to, limit } = query
  const { rows } = await sql<{ item: Payout }>`
    select ${payoutJson} as item from ${wholePayout}
    where true
      ${payee_id === undefined ? sql`` : sql`and p.payee_id = ${payee_id}`}
      ${from === undefined ? sql`` : sql`and p.day >= ${from}::date`}
      ${to === undefined ? sql`` : sql`and p.day <= ${to}::date`}
      ${after === null ? sql`` : sql`and (p.day, p.id) < (${after.at}::timestamptz::date, ${after.id}::uuid)`}
    order by p.day desc, p.id desc
    limit ${limit + 1}`.execute(db)
  return rows.map(({ item }) => item)
}

export async function findByNumber(
  tx: Tx,
  { payee_id, number, day }: { payee_id: string; number: string; day: string },
): Promise<{ id: string; day: string } | undefined> {
  const { rows } = await sql<{ id: string; day: string }>`
    select id, ${dayText(sql`day`)} as day from payouts
    where payee_id = ${payee_id} and number = ${number} and year = extract(year from ${day}::date)`.execute(tx)
  return rows[0]
}

/** Whether another payee has a register with this number: one count goes over all payees, so it is told. */
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

/** In their order. */
export async function listTransfers(
  tx: Tx,
  payoutId: string,
): Promise<(KeptLine & Settlement & { order_id: string | null })[]> {
  const { rows } = await sql<KeptLine & Settlement & { order_id: string | null }>`
    select order_id, ttn, ${dayText(sql`day`)} as day, accepted, commission, transferred, operation_id, order_ref,
      settled_as, settled_reason, settled_at, settled_by, settled_by_login
    from payout_lines where payout_id = ${payoutId} order by position`.execute(tx)
  return rows
}

export interface Settlement {
  settled_as: string | null
  settled_reason: string | null
  settled_at: string | null
  settled_by: string | null
  settled_by_login: string | null
}

export interface NewPayout extends PayoutSums {
  id: string
  payee_id: string
  number: string
  day: string
  account: string | null
  form: PayoutForm
  file_name: string
  file_hash: string
  imported_at: string
  imported_by: string | null
  imported_by_login: string | null
}

/** The lines stand as unknown until they are judged, in the same transaction. */
export async function insertPayout(
  tx: Tx,
  payout: NewPayout,
  lines: readonly (KeptLine & Partial<Settlement>)[],
): Promise<void> {
  await tx.insertInto('payouts').values(payout).execute()
  // Ids of one millisecond come in any order; sorted, they keep the order of the register.
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

export interface Withdrawing {
  at: string
  by: { id: string; login: string } | null
  is_corrected: boolean
  reason: string | null
}

/** With its lines, which it gives back as they were. What it said is kept apart, where nothing counts it. */
export async function removePayout(
  tx: Tx,
  id: string,
  { at, by, is_corrected, reason }: Withdrawing,
): Promise<Awaited<ReturnType<typeof listTransfers>>> {
  const lines = await listTransfers(tx, id)
  await sql`
    insert into withdrawn_payouts (id, payout_id, payee, number, day, account, accepted, commission, transferred, form, file_name,
      file_hash, imported_at, imported_by_login, lines, is_corrected, withdrawn_at, withdrawn_by, withdrawn_by_login, reason)
    select ${newId()}, p.id, payee.name, p.number, p.day, p.account, p.accepted, p.commission, p.transferred, p.form, p.file_name,
      p.file_hash, p.imported_at, p.imported_by_login,
      (select coalesce(jsonb_agg(jsonb_build_object('position', l.position, 'ttn', l.ttn, 'day', l.day, 'accepted', l.accepted,
         'commission', l.commission, 'transferred', l.transferred, 'operation_id', l.operation_id, 'order_ref', l.order_ref,
         'state', l.state, 'judgement', l.judgement, 'settled_as', l.settled_as, 'settled_reason', l.settled_reason, 'settled_at', l.settled_at,
         'settled_by', l.settled_by_login) order by l.position), '[]')
       from payout_lines l where l.payout_id = p.id),
      ${is_corrected}, ${at}, ${by?.id ?? null}, ${by?.login ?? null}, ${reason}
    from payouts p join payees payee on payee.id = p.payee_id where p.id = ${id}`.execute(tx)
  await tx.deleteFrom('payouts').where('id', '=', id).execute()
  return lines
}

export async function isWithoutPayouts(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from payouts limit 1`.execute(tx)
  return rows.length === 0
}
