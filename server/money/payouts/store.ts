import { sql, type Generated, type GeneratedAlways, type Insertable, type RawBuilder } from 'kysely'
import {
  lineStates,
  type LineState,
  type NoReceiptReason,
  type Payout,
  type PayoutForm,
  type PayoutListQuery,
  type PayoutSums,
} from '#/contract/payouts.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import { day as dayText, instant, named } from '#/server/platform/database/json.ts'
import type { Db, Tables, Tx } from '#/server/platform/database/db.ts'
import { rowsFrom, run, valueFrom, valuesFrom } from '#/server/platform/database/rows.ts'
import { newId } from '#/server/platform/random.ts'
import type { ReadLine } from '../reading/read-payout.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    payouts: PayoutSums & {
      id: string
      payee_id: string
      number: string
      day: string
      year: GeneratedAlways<number>
      account: string | null
      form: PayoutForm
      file_name: string
      file_hash: string
      imported_at: string
      imported_by: string | null
      imported_by_login: string | null
    }
    payout_lines: Transfer &
      Settlement &
      Omit<LineVerdict, 'state' | 'is_ambiguous'> & {
        id: string
        payout_id: string
        position: number
        state: Generated<LineState>
        is_ambiguous: Generated<boolean>
        judgement: GeneratedAlways<string>
        is_open: GeneratedAlways<boolean>
      }
  }
}

/** A transfer as its list tells it. */
export type Transfer = Omit<ReadLine, 'row'>

/** What a person decided of a transfer. */
export interface Settlement {
  settled_as: string | null
  settled_reason: string | null
  settled_at: string | null
  settled_by: string | null
  settled_by_login: string | null
}

/** What a line means (`judging/rules.ts`). */
export interface LineVerdict {
  state: LineState
  why: NoReceiptReason | null
  order_id: string | null
  /** Several orders have the TTN, and which one is meant is not known. */
  is_ambiguous: boolean
  receipt_id: string | null
  /** Accepted for the TTN less the sum of the fiscal receipt. */
  difference: number | null
}

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

export const findPayout = (db: Db | Tx, id: string): Promise<Payout | undefined> => findWhere(db, sql`p.id = ${id}`)

/** Numbers begin anew each year, and each payee has its own. */
export const findByNumber = (
  tx: Tx,
  { payee_id, number, day }: { payee_id: string; number: string; day: string },
): Promise<Payout | undefined> =>
  findWhere(tx, sql`p.payee_id = ${payee_id} and p.number = ${number} and p.year = extract(year from ${day}::date)`)

const findWhere = (db: Db | Tx, where: RawBuilder<unknown>): Promise<Payout | undefined> =>
  valueFrom(db)`select ${payoutJson} as item from ${wholePayout} where ${where}`

/** Newest first. `limit + 1` rows tell whether there is a next page. */
export async function listPayouts(db: Db, query: PayoutListQuery, after: PageCursor | null): Promise<Payout[]> {
  const { payee_id, from, to, limit } = query
  return valuesFrom(db)`
    select ${payoutJson} as item from ${wholePayout}
    where true
      ${payee_id === undefined ? sql`` : sql`and p.payee_id = ${payee_id}`}
      ${from === undefined ? sql`` : sql`and p.day >= ${from}::date`}
      ${to === undefined ? sql`` : sql`and p.day <= ${to}::date`}
      ${after === null ? sql`` : sql`and (p.day, p.id) < (${after.at}::timestamptz::date, ${after.id}::uuid)`}
    order by p.day desc, p.id desc
    limit ${limit + 1}`
}

export type KeptTransfer = Transfer & Settlement & { order_id: string | null }

/** In the order of the list. */
export const listTransfers = (tx: Tx, payoutId: string): Promise<KeptTransfer[]> =>
  rowsFrom(tx)`
    select order_id, ttn, ${dayText(sql`day`)} as day, accepted, commission, transferred, operation_id, order_ref,
      settled_as, settled_reason, settled_at, settled_by, settled_by_login
    from payout_lines where payout_id = ${payoutId} order by position`

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
  await run(tx)`
    insert into payout_lines (id, payout_id, position, ttn, day, accepted, commission, transferred, operation_id, order_ref,
      settled_as, settled_reason, settled_at, settled_by, settled_by_login)
    select id, ${payout.id}, position, ttn, day, accepted, commission, transferred, operation_id, order_ref,
      settled_as, settled_reason, settled_at, settled_by, settled_by_login
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, position int, ttn text, day date, accepted bigint,
      commission bigint, transferred bigint, operation_id text, order_ref text, settled_as text, settled_reason text,
      settled_at timestamptz, settled_by uuid, settled_by_login text)`
}
