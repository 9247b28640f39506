import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiptStates } from '#/contract/receipt-states.ts'
import { recountTallies } from '#/server/orders/queue/tally-store.ts'
import { compactTallies } from '#/server/orders/queue/tally-store.ts'
import { troubledOrders } from '#/server/orders/queue/trouble-store.ts'
import { troubleKinds as moreKinds } from '#/server/orders/queue/troubles/kinds.ts'
import { parcelDeleted } from '#/server/orders/queue/troubles/parcel-deleted.ts'
import { returnDue } from '#/server/orders/queue/troubles/return-due.ts'
import { countReceivedWithoutReceipt } from '#/server/receipts/alarm-store.ts'
import {
  listDiffering,
  listFailed,
  listTroubles,
  listUndelivered,
  listUnfiscal,
} from '#/server/receipts/trouble-store.ts'
import { howOften, isPaired } from '../support/how-often.ts'
import { controls, nobody, price, receiptCases, statusCodes, writeCases } from '../support/money-cases.ts'
import {
  quietKinds,
  troubleKinds,
  troublesOf,
  type MoneyOfOrder,
  type TroubleKind,
} from '../support/receipt-troubles.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { aRegister } from '../support/registers.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp } from '../support/test-app.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 2, 9, 12)
const moment = { now, paid_unfiscal_ms: 3 * hour }
const times = {
  now: new Date(now),
  paid_before: new Date(now - moment.paid_unfiscal_ms),
  stuck_before: new Date(now - 900_000),
  asked_before: new Date(now - 6 * hour),
  parcels_since: new Date(0),
}

const kasyr = await startTestApp()
afterAll(() => kasyr.close())
const { db } = kasyr
let registerId = ''
beforeAll(async () => {
  const admin = await loggedIn(kasyr, 'admin')
  registerId = (await admin.post<{ id: string }>('/cash-registers', aRegister())).body.id
})

const anOrder = (facts: Partial<MoneyOfOrder>): MoneyOfOrder => ({ ...nobody, ...facts })

/**
 * Every combination of what the carrier says, of what receipts there are and of what a person has said; of codes, one of each
 * kind. Usually a third of what a person has said, in turn.
 */
function everyCase(): MoneyOfOrder[] {
  const persons = [{}, { is_hidden: true }, { is_not_needed: true }]
  const parcels = everyParcel([null, 3, 2, 9, 102], controls)
  return Object.values(receiptCases).flatMap((receipts, row) =>
    persons.flatMap((person, place) =>
      parcels
        .filter((_parcel, column) => isPaired(row + place, column, 3))
        .map((parcel) =>
          anOrder({
            receipts,
            ...parcel,
            // At the limit, a moment after it, and not known.
            taken_at: [now - 3 * hour, now - 3 * hour + 1, null][(place + (parcel.paid ? 1 : 0)) % 3] ?? null,
            ...person,
          }),
        ),
    ),
  )
}

const everyParcel = (codes: readonly (number | null)[], sums: readonly (number | null)[]) =>
  codes.flatMap((status_code) =>
    sums.flatMap((cod_amount) => [false, true].map((paid) => ({ status_code, cod_amount, paid }))),
  )

/** Every code of the carrier, with a receipt that waits, one that is fiscal, one that failed and none. */
const everyCode = (): MoneyOfOrder[] =>
  ['none', 'created', 'fiscal', 'failed'].flatMap((name) =>
    everyParcel(statusCodes, [0, 100_000, price]).map((parcel) =>
      anOrder({ ...parcel, receipts: receiptCases[name] ?? [] }),
    ),
  )

/** What PostgreSQL says, kind by kind, without the limit of the lists. */
async function toldOf(): Promise<Record<TroubleKind, Set<string>>> {
  const ids = async (condition: string) => {
    const { rows } = await sql<{ id: string }>`select id from orders where ${sql.raw(condition)}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const ofList = ({ rows }: { rows: { order_id: string }[] }) => rows.map(({ order_id }) => order_id)
  const ofTroubles = ({ rows }: { rows: { trouble: { order_id: string } }[] }) =>
    rows.map(({ trouble }) => trouble.order_id)
  return {
    received_without_receipt: new Set(await ids('lacks_receipt')),
    paid_not_fiscal: new Set(ofList(await listUnfiscal(db, times, everything))),
    sums_differ: new Set(ofList(await listDiffering(db, everything))),
    failed: new Set(ofList(await listFailed(db, everything))),
    copies_undelivered: new Set(ofList(await listUndelivered(db, everything))),
    parcel_deleted: new Set(ofTroubles(await listTroubles(db, parcelDeleted, times, everything))),
    return_due: new Set(ofTroubles(await listTroubles(db, returnDue, times, everything))),
  }
}
const everything = 1_000_000

/** Orders with a trouble of another kind than money; each kind has a test of its own. */
async function listedForOthers(): Promise<Set<string>> {
  const { return_due: _ofMoney, ...others } = moreKinds
  const kinds = Object.values(others).map(({ select }) => sql`select order_id from (${select(times)}) told`)
  const { rows } = await sql<{ order_id: string }>`${sql.join(kinds, sql` union `)}`.execute(db)
  return new Set(rows.map(({ order_id }) => order_id))
}

async function isAsTheRuleSays(ids: readonly string[], cases: readonly MoneyOfOrder[]): Promise<void> {
  const told = await toldOf()
  const { rows } = await sql<{ id: string }>`select distinct id from (${troubledOrders(times)}) troubled`.execute(db)
  const listed = new Set(rows.map(({ id }) => id))
  const others = await listedForOthers()
  const wrong = cases.flatMap((one, place) => {
    const id = ids[place] ?? ''
    const expected = troublesOf(one, moment)
    const found = troubleKinds.filter((kind) => told[kind].has(id))
    const isLoud =
      expected.some((kind) => !quietKinds.some((quiet) => quiet === kind)) ||
      one.receipts.some(({ state }) => state === 'attention') ||
      others.has(id)
    return expected.join() === found.join() && isLoud === listed.has(id)
      ? []
      : [{ one, expected, found, listed: listed.has(id) }]
  })
  expect(wrong.slice(0, 3)).toEqual([])
  expect(await countReceivedWithoutReceipt(db)).toBe(told.received_without_receipt.size)
}

describe('the rule of troubles in SQL is the rule in code', () => {
  test('over every combination of parcel, receipts, and what a person has said', { timeout: 400_000 }, async () => {
    const cases = [...everyCase(), ...everyCode()]
    const ids = await writeCases(db, registerId, cases)
    await isAsTheRuleSays(ids, cases)
    const seen = new Set(cases.flatMap((one) => troublesOf(one, moment)))
    expect([...troubleKinds].filter((kind) => !seen.has(kind))).toEqual([])
    expect(await db.transaction().execute((tx) => recountTallies(tx))).toBe(0)
  })

  test('after any changes in any order, and the kept count agrees with a recount', async () => {
    const random = seededRandom('troubles')
    const oneOf = <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(random() * items.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    }
    const cases = Object.values(receiptCases).map((receipts) => anOrder({ receipts }))
    const ids = await writeCases(db, registerId, cases)
    await sql`alter table receipts disable trigger hold_receipt`.execute(db)
    for (let step = 0; step < howOften({ usually: 60, long: 900 }); step += 1) {
      const place = Math.floor(random() * cases.length)
      const [id = '', one = nobody] = [ids[place], cases[place]]
      cases[place] = await changed(id, one, oneOf)
      if (step % 100 === 99) await isAsTheRuleSays(ids, cases)
      if (step % 80 === 79) await compactTallies(db)
    }
    await sql`alter table receipts enable trigger hold_receipt`.execute(db)
    expect(await db.transaction().execute((tx) => recountTallies(tx))).toBe(0)
  })
})

/** Something happens to the order: at the carrier, to its last receipt, or by a person's hand. */
async function changed(
  id: string,
  one: MoneyOfOrder,
  oneOf: <Item>(items: readonly Item[]) => Item,
): Promise<MoneyOfOrder> {
  const what = oneOf(['parcel', 'receipt', 'hidden', 'not_needed', 'sums', 'ttn'])
  const flag = oneOf([true, false])
  if (what === 'parcel') {
    const told = { status_code: oneOf(statusCodes), cod_amount: oneOf(controls), paid: flag }
    await db.updateTable('parcels').set(told).where('order_id', '=', id).execute()
    const isSameSum = (told.cod_amount ?? 0) === (one.cod_amount ?? 0)
    return { ...one, ...told, is_not_needed: one.is_not_needed && isSameSum }
  }
  if (what === 'hidden') {
    await db
      .updateTable('orders')
      .set({ deleted_at: flag ? '2026-03-09T07:05:00Z' : null })
      .where('id', '=', id)
      .execute()
    return { ...one, is_hidden: flag }
  }
  if (what === 'not_needed') {
    const mark = { not_needed_at: flag ? '2026-03-09T07:05:00Z' : null, not_needed_reason: flag ? 'не потрібен' : null }
    await db.updateTable('orders').set(mark).where('id', '=', id).execute()
    return { ...one, is_not_needed: flag }
  }
  if (what === 'ttn') {
    await sql`update orders set ttn = ttn || '1' where id = ${id}`.execute(db)
    const { status_code, cod_amount, paid, taken_at, is_not_needed } = nobody
    const receipts = one.receipts.map((receipt) => ({ ...receipt, is_of_other_ttn: true }))
    return { ...one, status_code, cod_amount, paid, taken_at, is_not_needed, receipts }
  }
  return { ...one, receipts: await changeLast(id, one.receipts, what, oneOf) }
}

async function changeLast(
  id: string,
  receipts: MoneyOfOrder['receipts'],
  what: string,
  oneOf: <Item>(items: readonly Item[]) => Item,
): Promise<MoneyOfOrder['receipts']> {
  const last = receipts.at(-1)
  if (last === undefined) return receipts
  const flag = oneOf([true, false])
  const after =
    what === 'sums'
      ? {
          ...last,
          fiscal_amount: oneOf([last.amount, 110_000]),
          accepted_control: oneOf([null, 90_000]),
          accepted_fiscal: oneOf([null, 110_000]),
        }
      : {
          ...last,
          state: oneOf(receiptStates),
          is_returned: flag,
          is_copy_undelivered: flag,
          is_retired: last.is_test && oneOf([true, false]),
        }
  const at = (is: boolean) => (is ? '2026-03-09T08:00:00Z' : null)
  await sql`
    update receipts set state = ${after.state}, fiscal_amount = ${after.fiscal_amount}, accepted_control = ${after.accepted_control},
      accepted_fiscal = ${after.accepted_fiscal}, is_copy_undelivered = ${after.is_copy_undelivered},
      retired_at = ${at(after.is_retired)}, returned_at = ${at(after.is_returned)}
    where id = (select id from receipts where order_id = ${id} order by created_at desc, id desc limit 1)`.execute(db)
  return [...receipts.slice(0, -1), after]
}
