import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tx } from '#/server/platform/database/db.ts'
import { countMisjudged, judgeChanged } from '#/server/money/judging/judge-changed.ts'
import { howOften } from '#/test/support/how-often.ts'
import { brokenLaws } from '#/test/support/money-laws.ts'
import { openMonths } from '#/test/support/money-living.ts'
import { judgeMonth } from '#/test/support/money-month.ts'
import { brokenSums, plantedSums, readSums } from '#/test/support/money-sums.ts'

const { kasyr, live, statesOf, aMonth } = await openMonths('money months')
const months = howOften({ usually: 2, long: 200 })
const year = { from: '2026-01-01', to: '2026-12-31' }

describe.each(Array.from({ length: months }, (_none, month) => month + 1))('month %d', () => {
  const month = aMonth()

  test('every transfer means what the rules say, whatever happened first, and a second time in another order', async () => {
    const [one, other] = [await live(month), await live(month)]
    expect(await statesOf(one)).toEqual(judgeMonth(month))
    expect(await statesOf(other)).toEqual(judgeMonth(month))
    expect(await countMisjudged(kasyr.app)).toBe(0)
    expect(await brokenLaws(kasyr.db)).toEqual([])
    expect(brokenSums(await readSums(kasyr.db, year))).toEqual([])
  })
})

/** Each does to the rows what the law forbids, past every check that would prevent it. */
const faults: [string, (tx: Tx) => Promise<unknown>][] = [
  [
    'line',
    (tx) =>
      sql`update payout_lines set commission = commission + 1 where id in (select id from payout_lines limit 1)`.execute(
        tx,
      ),
  ],
  [
    'payout list',
    (tx) =>
      sql`update payouts set accepted = accepted + 1, commission = commission + 1 where id in (select id from payouts limit 1)`.execute(
        tx,
      ),
  ],
  [
    'positions',
    (tx) =>
      sql`update payout_lines set position = 999 where id in (select id from payout_lines where position = 1 limit 1)`.execute(
        tx,
      ),
  ],
  [
    'payout lists together',
    (tx) =>
      sql`update payouts set transferred = transferred + 5 where id in (select id from payouts limit 1)`.execute(tx),
  ],
  [
    'paid parcels',
    (tx) =>
      sql`delete from parcel_payments where order_id in (select order_id from parcel_payments limit 1)`.execute(tx),
  ],
  [
    'fiscal receipts',
    (tx) =>
      sql`update parcel_payments set state = 'no_receipt', why = 'none' where order_id in (select order_id from parcel_payments where state = 'settled' limit 1)`.execute(
        tx,
      ),
  ],
  [
    'judgements',
    (tx) =>
      sql`update payout_lines set order_id = null where id in (select id from payout_lines where state = 'matched' limit 1)`.execute(
        tx,
      ),
  ],
]

test.each(faults)('the check of the law of %s sees a planted fault', async (law, plant) => {
  const tx = await kasyr.db.startTransaction().execute()
  try {
    await sql`alter table payout_lines drop constraint payout_lines_check`.execute(tx)
    await sql`alter table payouts drop constraint payouts_check`.execute(tx)
    await plant(tx)
    expect(await brokenLaws(tx)).toContain(law)
  } finally {
    await tx.rollback().execute()
  }
})

test.each(plantedSums)('the check that %s sees a planted fault', async (law, plant) => {
  const told = await readSums(kasyr.db, year)
  expect(brokenSums(told)).toEqual([])
  plant(told)
  expect(brokenSums(told)).toContain(law)
})

test('a judgement that depends on what came first, or outlives its payout list, is seen beside the rules', async () => {
  const month = aMonth()
  const written = await live(month)
  const [, ...rest] = await statesOf(written)
  expect(rest).not.toEqual(judgeMonth(month))
  // Whether a line repeats another one also decides what the parcel was paid, and so the judgement of its payment.
  const { rows } = await sql<{ order_id: string }>`
    update payout_lines set state = 'returned', why = null where id = (
      select l.id from payout_lines l join payouts p on p.id = l.payout_id
      where p.number = any(${written.numbers}) and l.state not in ('returned', 'duplicate') and l.order_id is not null limit 1)
    returning order_id`.execute(kasyr.db)
  expect(await statesOf(written)).not.toEqual(judgeMonth(month))
  expect(await countMisjudged(kasyr.app)).toBe(1)
  // And is mended once its order is judged again.
  await sql`insert into orders_unjudged (order_id) values (${rows[0]?.order_id})`.execute(kasyr.db)
  await judgeChanged(kasyr.app)
  expect(await statesOf(written)).toEqual(judgeMonth(month))
})
