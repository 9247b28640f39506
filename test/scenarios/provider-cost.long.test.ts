import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#/server/platform/random.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { howOften } from '#/test/support/how-often.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, db, first, aReceipt, send, sweep, poll } = shop
const hand = aHandAt(shop)
const day = 86_400
/** More pages of the provider than a look reads at once, in either case. */
const many = howOften({ usually: 5_000, long: 100_000 })

interface Past {
  provider_ids: string[]
  seconds_ago: number
  state: 'created' | 'fiscalized'
}

/** Receipts of long ago, without the triggers that would make each of them one step after another. */
async function keepReceipts({ provider_ids, seconds_ago, state }: Past): Promise<void> {
  const at = hand.ago(seconds_ago)
  const ids = provider_ids.map(() => newId())
  const fiscal_code = state === 'fiscalized' ? 'ФН-1' : null
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const given = sql`unnest(${ids}::uuid[], ${provider_ids}::text[]) with ordinality as d(id, provider_id, place)`
    await sql`
      insert into receipts (id, order_id, kind, document_kind, ttn, cash_register_id, is_test, amount, request, shown, created_at, state,
        provider_id, provider_scope, fiscal_code)
      select id, id, 'ettn', 'ettn', '2099' || provider_id, ${first.id}, false, 120000, '{}', '{}', ${at}, ${state}, provider_id,
        (select provider_scope from cash_registers where id = ${first.id}), ${fiscal_code}
      from ${given}`.execute(tx)
    await sql`
      insert into provider_documents (provider_id, cash_register_id, is_test, ttn, amount, status, raw_status, made_at, scope, seen_at)
      select provider_id, ${first.id}, false, '2099' || provider_id, 120000, ${state === 'created' ? 'waiting' : 'fiscalized'}, 'DONE', ${at},
        (select provider_scope from cash_registers where id = ${first.id}), ${at}
      from ${given}`.execute(tx)
  })
}

/** Documents by hand and the receipts that stand for them, spread over the years before last month. */
async function aPastOf(count: number): Promise<void> {
  const oldest = 1_800 * day
  const step = (oldest - 31 * day) / Math.max(1, count)
  const provider_ids = Array.from(
    { length: count },
    (_, place) => hand.made(`2099${place}`, { status: 'DONE', seconds_ago: Math.round(31 * day + place * step) }).id,
  )
  await keepReceipts({ provider_ids, seconds_ago: 31 * day, state: 'fiscalized' })
}

/** What an hour costs: a poll each minute and one sweep. Signing in is not counted: it goes by the age of the token. */
async function anHour(): Promise<Record<string, number>> {
  fiscal.log.clear()
  for (let minute = 0; minute < 60; minute += 1) {
    await shop.later(60)
    await poll()
  }
  await sweep()
  const operations = fiscal.log.entries().flatMap(({ operation }) => operation ?? [])
  const counted = Map.groupBy(
    operations.filter((operation) => operation.includes('ettn') || operation.includes('receipt')),
    (operation) => operation,
  )
  return Object.fromEntries([...counted].map(([operation, calls]) => [operation, calls.length]))
}

test(`an hour of a register costs the same calls at 0, 1,000 and ${many} settled receipts`, async () => {
  // One that waits since today, so that there is something to poll for.
  await aReceipt()
  await send()
  await sweep()
  const calm = await anHour()

  const forgotten = hand.made('20990000000001', { seconds_ago: 365 * day }).id
  await keepReceipts({ provider_ids: [forgotten], seconds_ago: 365 * day, state: 'created' })
  const withForgotten = await anHour()
  expect(withForgotten['list_ettn']).toBe(calm['list_ettn'])
  expect(withForgotten['get_ettn'] ?? 0).toBeLessThanOrEqual(60)

  const old = Array.from({ length: 29 }, (_, place) => hand.made(`20980000${place}`, { seconds_ago: 90 * day }).id)
  await keepReceipts({ provider_ids: old, seconds_ago: 90 * day, state: 'created' })
  const costs: [number, Record<string, number>][] = [[0, await anHour()]]
  for (const [settled, more] of [
    [1_000, 1_000],
    [many, many - 1_000],
  ] as const) {
    await aPastOf(more)
    costs.push([settled, await anHour()])
  }
  process.stdout.write(
    `${[
      `calls of one register in an hour: nothing old ${JSON.stringify(calm)}, one forgotten for a year ${JSON.stringify(withForgotten)}`,
      ...costs.map(([settled, cost]) => `  30 old open and ${settled} settled: ${JSON.stringify(cost)}`),
    ].join('\n')}\n`,
  )
  expect(costs[1]?.[1]).toEqual(costs[0]?.[1])
  expect(costs[2]?.[1]).toEqual(costs[0]?.[1])
  expect(costs[0]?.[1]['list_ettn']).toBe(calm['list_ettn'])
}, 600_000)
