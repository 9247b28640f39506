import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { LineState } from '#/contract/payouts.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import { countMisjudged, judgeChanged } from '#/server/money/judge-changed.ts'
import { withdrawPayout } from '#/server/money/withdraw-payout.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { howOften } from '#/test/support/how-often.ts'
import { startMoneyDesk } from '#/test/support/money-desk.ts'
import { aMonth, judgeMonth, type Month } from '#/test/support/money-month.ts'
import { happeningsOf, importFile, type MonthShop, type WrittenMonth } from '#/test/support/money-shop.ts'
import { brokenLaws } from '#/test/support/money-laws.ts'
import { brokenSums, plantedSums, readSums } from '#/test/support/money-sums.ts'
import { seededRandom } from '#/test/support/seeded-random.ts'

const random = seededRandom('money months')
const desk = await startMoneyDesk()
const { kasyr } = desk
const shop = await openShop()
const months = howOften({ usually: 2, long: 200 })
const parcelsOfAMonth = 24
const year = { from: '2026-01-01', to: '2026-12-31' }

async function openShop(): Promise<MonthShop> {
  const others = [
    await desk.addRegister({ name: 'Друга', license_key: 'test-b' }),
    await desk.addRegister({ name: 'Третя', license_key: 'test-c' }),
  ]
  const registers = [desk.registerId, ...others]
  await sql`update cash_registers set payee_id = null where id = ${registers[2]}`.execute(kasyr.db)
  const { rows } = await sql<{ id: string; payee_id: string }>`select id, payee_id from cash_registers`.execute(
    kasyr.db,
  )
  const payeeOf = (id: string | undefined) => rows.find((row) => row.id === id)?.payee_id ?? ''
  return { app: kasyr.app, db: kasyr.db, registers, payees: [payeeOf(registers[0]), payeeOf(registers[1])] }
}

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)

/** Lets the month happen in an order of chance; now and then somebody looks meanwhile. */
async function live(month: Month): Promise<WrittenMonth> {
  const { written, happenings } = happeningsOf(shop, month)
  for (const { happen } of shuffled(happenings)) {
    await happen()
    if (random() < 0.1) await judgeChanged(kasyr.app)
  }
  await judgeChanged(kasyr.app)
  return written
}

async function statesOf({
  numbers,
}: WrittenMonth): Promise<{ place: { payout: number; line: number }; state: LineState }[]> {
  const { rows } = await sql<{ number: string; position: number; state: LineState }>`
    select p.number, l.position, l.state from payout_lines l join payouts p on p.id = l.payout_id
    where p.number = any(${numbers}) order by p.number, l.position`.execute(kasyr.db)
  return rows.map(({ number, position, state }) => ({
    place: { payout: numbers.indexOf(number), line: position - 1 },
    state,
  }))
}

describe.each(Array.from({ length: months }, (_none, month) => month + 1))('month %d', () => {
  const month = aMonth(random, parcelsOfAMonth)

  test('every transfer means what the rules say, whatever happened first, and a second time in another order', async () => {
    const [one, other] = [await live(month), await live(month)]
    expect(await statesOf(one)).toEqual(judgeMonth(month))
    expect(await statesOf(other)).toEqual(judgeMonth(month))
    expect(await countMisjudged(kasyr.app)).toBe(0)
    expect(await brokenLaws(kasyr.db)).toEqual([])
    expect(brokenSums(await readSums(kasyr.db, year))).toEqual([])
  })

  test('the same files again change nothing, and what is withdrawn was never there', async () => {
    const written = await live(month)
    const before = await statesOf(written)
    for (const [at, file] of written.files.entries()) await importFile(shop, file, month.payouts[at]?.payee ?? 0)
    expect(await statesOf(written)).toEqual(before)
    const gone = Math.floor(random() * month.payouts.length)
    const { rows } = await sql<{ id: string }>`select id from payouts where number = ${written.numbers[gone]}`.execute(
      kasyr.db,
    )
    await withdrawPayout(kasyr.app, theSystem, rows[0]?.id ?? '', null)
    const left: Month = { ...month, payouts: month.payouts.with(gone, { payee: 0, day: '2026-04-01', transfers: [] }) }
    expect(await statesOf(written)).toEqual(judgeMonth(left))
    expect(await brokenLaws(kasyr.db)).toEqual([])
  })
})

test('other sums in the lines change which order a transfer belongs to as little as nothing', async () => {
  const month = aMonth(random, parcelsOfAMonth)
  const ordersOf = async ({ ttns, numbers }: WrittenMonth) => {
    const { rows } = await sql<{ ttn: string; has_order: boolean }>`
      select distinct l.ttn, l.order_id is not null as has_order from payout_lines l join payouts p on p.id = l.payout_id
      where p.number = any(${numbers})`.execute(kasyr.db)
    return rows
      .map(({ ttn, has_order }) => [ttns.indexOf(ttn), has_order])
      .toSorted((one, other) => Number(one[0]) - Number(other[0]))
  }
  const sums = shuffled(month.payouts.flatMap(({ transfers }) => transfers))
  const swapped = {
    ...month,
    payouts: month.payouts.map((payout) => ({
      ...payout,
      transfers: payout.transfers.map((transfer) => {
        const { accepted = 1, commission = 0 } = sums.pop() ?? {}
        return { ...transfer, accepted, commission, operation_id: null }
      }),
    })),
  }
  expect(await ordersOf(await live(swapped))).toEqual(await ordersOf(await live(month)))
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
    'register',
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
    'registers together',
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

test('a judgement that depends on what came first, or outlives its register, is seen beside the rules', async () => {
  const month = aMonth(random, parcelsOfAMonth)
  const written = await live(month)
  const [, ...rest] = await statesOf(written)
  expect(rest).not.toEqual(judgeMonth(month))
  const { rows } = await sql<{ order_id: string }>`
    update payout_lines set state = 'returned', why = null where id = (
      select l.id from payout_lines l join payouts p on p.id = l.payout_id
      where p.number = any(${written.numbers}) and l.state <> 'returned' and l.order_id is not null limit 1)
    returning order_id`.execute(kasyr.db)
  expect(await statesOf(written)).not.toEqual(judgeMonth(month))
  expect(await countMisjudged(kasyr.app)).toBe(1)
  // And is mended once its order is judged again.
  await sql`insert into orders_unjudged (order_id) values (${rows[0]?.order_id})`.execute(kasyr.db)
  await judgeChanged(kasyr.app)
  expect(await statesOf(written)).toEqual(judgeMonth(month))
})
