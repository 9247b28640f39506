import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { deletedCode, isReceived, isRefused, parcelGroup, unknownCode } from '#/contract/carrier-statuses.ts'
import { tabOf } from '#/contract/tabs.ts'
import { compactTallies, summaryReading } from '#/server/orders/queue/tally-store.ts'
import { aCrmOrder } from '../support/orders.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { startShop } from '../support/shop.ts'

/** Every code the carrier has or had, the ones beside them, and some of the future. */
const codes: (number | null)[] = [null, ...Array.from({ length: 130 }, (_, code) => code), 999]
const { kasyr } = await startShop({ orders: codes.flatMap(() => [aCrmOrder(), aCrmOrder()]) })
beforeAll(async () => {
  const orders = await kasyr.db.selectFrom('orders').select('id').execute()
  for (const [index, { id }] of orders.entries()) {
    await kasyr.db
      .updateTable('parcels')
      .set({ status_code: codes[index >> 1] ?? null, cod_amount: index * 100 })
      .where('order_id', '=', id)
      .execute()
    if (index % 2) await kasyr.db.updateTable('orders').set({ has_receipt: true }).where('id', '=', id).execute()
  }
})

describe('the rules in SQL are the rules in code', () => {
  test('the tab of an order, over every combination of receipt and code', async () => {
    const rows = await kasyr.db
      .selectFrom('orders')
      .innerJoin('parcels', 'parcels.order_id', 'orders.id')
      .select(['orders.tab', 'orders.has_receipt', 'parcels.status_code'])
      .execute()
    expect(rows).toHaveLength(codes.length * 2)
    for (const row of rows) expect(row.tab, JSON.stringify(row)).toBe(tabOf(row))
  })

  test('the group of a parcel, over every code', async () => {
    for (const code of codes) {
      const { rows } = await sql<{ found: string | null }>`select parcel_group_of(${code}::int) as found`.execute(
        kasyr.db,
      )
      expect(rows[0]?.found ?? null, String(code)).toBe(parcelGroup(code))
    }
  })

  test('membership in the summary, over every code, paid or not, with and without cash on delivery', async () => {
    for (const code of codes) {
      for (const paid of [true, false]) {
        for (const cod_amount of [null, 0, 100]) {
          const [parcel] = await kasyr.db
            .updateTable('parcels')
            .set({ status_code: code, paid, cod_amount })
            .where('order_id', '=', (await someOrder()).id)
            .returning(sql<number | null>`awaited`.as('awaited'))
            .execute()
          const counts =
            code !== null &&
            !isReceived(code) &&
            !isRefused(code) &&
            code !== deletedCode &&
            code !== unknownCode &&
            !paid &&
            cod_amount !== null &&
            cod_amount > 0
          expect(parcel?.awaited, `${code} ${paid} ${cod_amount}`).toBe(counts ? cod_amount : null)
        }
      }
    }
  })
})

const someOrder = () => kasyr.db.selectFrom('orders').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()

describe('the kept counts', () => {
  test('agree with a recount after any changes, before and after they are put together', async () => {
    const random = seededRandom('kept counts')
    const orders = await kasyr.db.selectFrom('orders').select('id').execute()
    for (let step = 0; step < 300; step += 1) {
      const { id } = orders[Math.floor(random() * orders.length)] ?? { id: '' }
      const change = Math.floor(random() * 5)
      if (change === 0)
        await kasyr.db
          .updateTable('orders')
          .set({ deleted_at: random() < 0.5 ? '2026-03-09T07:05:00Z' : null })
          .where('id', '=', id)
          .execute()
      if (change === 1)
        await kasyr.db
          .updateTable('orders')
          .set({ has_receipt: random() < 0.5 })
          .where('id', '=', id)
          .execute()
      if (change === 2)
        await kasyr.db
          .updateTable('orders')
          .set({ ttn: random() < 0.3 ? null : `2045${Math.floor(random() * 1e10)}` })
          .where('id', '=', id)
          .execute()
      if (change === 3)
        await kasyr.db
          .updateTable('parcels')
          .set({ status_code: codes[Math.floor(random() * 20)] ?? null, cod_amount: Math.floor(random() * 1e6) })
          .where('order_id', '=', id)
          .execute()
      if (change === 4) await compactTallies(kasyr.db)
    }
    expect(await kept()).toEqual(await recounted())
    await compactTallies(kasyr.db)
    expect(await kept()).toEqual(await recounted())
  })

  test('are put together while others write, and nothing is lost', async () => {
    const orders = await kasyr.db.selectFrom('orders').select('id').limit(60).execute()
    const writing = orders.map(({ id }, index) =>
      kasyr.db
        .updateTable('orders')
        .set({ has_receipt: index % 3 === 0 })
        .where('id', '=', id)
        .execute(),
    )
    const compacting = Array.from({ length: 6 }, () => compactTallies(kasyr.db))
    await Promise.all([...writing, ...compacting])
    expect(await kept()).toEqual(await recounted())
  })
})

async function kept() {
  const { rows } = await sql<{
    tab: string
    count: number
  }>`select name as tab, sum(amount)::bigint as count from order_tallies where name in ('no_receipt', 'has_receipt', 'refused', 'received') group by name having sum(amount) <> 0 order by name`.execute(
    kasyr.db,
  )
  const { rows: told } = await sql<{ json: string }>`select (${sql.raw(summaryReading)}) as json`.execute(kasyr.db)
  return { tabs: rows, summary: JSON.parse(told[0]?.json ?? '') }
}

async function recounted() {
  const { rows } = await sql<{
    tab: string
    count: number
  }>`select tab, count(*) as count from orders where deleted_at is null group by tab order by tab`.execute(kasyr.db)
  const { rows: sums } = await sql`
    select count(*) filter (where awaited is not null) as count, coalesce(sum(awaited), 0)::bigint as cod_total,
      count(*) filter (where o.ettn_state is null and coalesce(p.cod_amount, 0) > 0 and (p.paid or o.tab = 'received')) as received_without_receipt
    from orders o left join parcels p on p.order_id = o.id where o.deleted_at is null`.execute(kasyr.db)
  return { tabs: rows, summary: sums[0] }
}
