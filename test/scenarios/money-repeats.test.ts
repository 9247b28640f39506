import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { withdrawPayout } from '#/server/money/importing/withdraw-payout.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { howOften } from '#/test/support/how-often.ts'
import { brokenLaws } from '#/test/support/money-laws.ts'
import { openMonths } from '#/test/support/money-living.ts'
import { judgeMonth, type Month } from '#/test/support/money-month.ts'
import { importFile, type WrittenMonth } from '#/test/support/money-shop.ts'

const { kasyr, shop, random, shuffled, live, statesOf, aMonth } = await openMonths('repeated months')
const months = howOften({ usually: 1, long: 200 })

/** What a file that is known already must not touch: rows, the audit log, what was announced, what is still to be judged. */
async function traces(db: Db | Tx): Promise<unknown> {
  const { rows } = await sql`
    select (select md5(string_agg(p::text, '|' order by p.id)) from payouts p) as payouts,
      (select md5(string_agg(l::text, '|' order by l.id)) from payout_lines l) as lines,
      (select md5(string_agg(p::text, '|' order by p.order_id)) from parcel_payments p) as payments,
      (select md5(string_agg(p::text, '|' order by p.id)) from payees p) as payees,
      (select count(*) from audit_log) as entries, (select max(id) from events) as last_event,
      (select count(*) from orders_unjudged) as unjudged, (select sum(amount) from order_tallies) as tallies`.execute(
    db,
  )
  return rows[0]
}

/** Which orders the transfers of each TTN belong to. */
async function linksOf(db: Db | Tx, { ttns, numbers }: WrittenMonth): Promise<unknown[]> {
  const { rows } = await sql<{ ttn: string; has_order: boolean }>`
    select distinct l.ttn, l.order_id is not null as has_order from payout_lines l join payouts p on p.id = l.payout_id
    where p.number = any(${numbers})`.execute(db)
  return rows
    .map(({ ttn, has_order }) => ({ parcel: ttns.indexOf(ttn), has_order }))
    .toSorted((one, other) => one.parcel - other.parcel || Number(one.has_order) - Number(other.has_order))
}

/** The same month, but for the sums, which have changed their places. */
function swapped(month: Month): Month {
  const sums = shuffled(month.payouts.flatMap(({ transfers }) => transfers))
  const payouts = month.payouts.map((payout) => ({
    ...payout,
    transfers: payout.transfers.map((transfer) => {
      const { accepted = 1, commission = 0 } = sums.pop() ?? {}
      return { ...transfer, accepted, commission, operation_id: null }
    }),
  }))
  return { ...month, payouts }
}

async function importAgain(month: Month, { files }: WrittenMonth): Promise<void> {
  for (const [at, file] of files.entries()) await importFile(shop, file, month.payouts[at]?.payee ?? 0)
}

describe.each(Array.from({ length: months }, (_none, month) => month + 1))('month %d', () => {
  const month = aMonth()

  test('the same files again leave no trace, and what is withdrawn was never there', async () => {
    const written = await live(month)
    const before = await traces(kasyr.db)
    await importAgain(month, written)
    expect(await traces(kasyr.db)).toEqual(before)
    const gone = Math.floor(random() * month.payouts.length)
    const { rows } = await sql<{ id: string }>`select id from payouts where number = ${written.numbers[gone]}`.execute(
      kasyr.db,
    )
    await withdrawPayout(kasyr.app, theSystem, rows[0]?.id ?? '', null)
    const left: Month = { ...month, payouts: month.payouts.with(gone, { payee: 0, day: '2026-04-01', transfers: [] }) }
    expect(await statesOf(written)).toEqual(judgeMonth(left))
    expect(await brokenLaws(kasyr.db)).toEqual([])
  })

  test('other sums in the lines change which order a transfer belongs to as little as nothing', async () => {
    const [plain, other] = [await live(month), await live(swapped(month))]
    expect(await linksOf(kasyr.db, other)).toEqual(await linksOf(kasyr.db, plain))
  })
})

const planted: [string, (tx: Tx) => Promise<unknown>][] = [
  [
    'a line is written anew',
    (tx) =>
      sql`update payout_lines set accepted = accepted + 1, transferred = transferred + 1
    where id in (select id from payout_lines limit 1)`.execute(tx),
  ],
  [
    'a line is gone',
    (tx) => sql`delete from payout_lines where id in (select id from payout_lines limit 1)`.execute(tx),
  ],
  [
    'a payee has another name',
    (tx) => sql`update payees set name = name || ' 2' where id in (select id from payees limit 1)`.execute(tx),
  ],
  [
    'an order is to be judged again',
    (tx) => sql`insert into orders_unjudged (order_id) select id from orders limit 1`.execute(tx),
  ],
  ['something is announced', (tx) => sql`insert into events (type) values ('money')`.execute(tx)],
]

describe('the check sees', () => {
  test.each(planted)('that %s', async (_what, plant) => {
    const before = await traces(kasyr.db)
    const tx = await kasyr.db.startTransaction().execute()
    try {
      await plant(tx)
      expect(await traces(tx)).not.toEqual(before)
    } finally {
      await tx.rollback().execute()
    }
  })

  test('that a transfer lost its order to a sum', async () => {
    const written = await live(aMonth())
    const before = await linksOf(kasyr.db, written)
    const tx = await kasyr.db.startTransaction().execute()
    try {
      await sql`update payout_lines set order_id = null where id in (
        select l.id from payout_lines l join payouts p on p.id = l.payout_id
        where p.number = any(${written.numbers}) and l.order_id is not null limit 1)`.execute(tx)
      expect(await linksOf(tx, written)).not.toEqual(before)
    } finally {
      await tx.rollback().execute()
    }
  })
})
