import fc from 'fast-check'
import { sql, type ControlledTransaction } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import type { Tables } from '#/server/platform/database/db.ts'
import { howOften } from '../support/how-often.ts'
import { aCrmOrder } from '../support/orders.ts'
import { patience } from '../support/patience.ts'
import { bring } from '../support/scripted-crm.ts'
import { startShop } from '../support/shop.ts'

/** `as_of` of list answers: of two the greater contains everything of the other, and equal ones are the same. */
const { kasyr, app, crm, client } = await startShop({ role: 'admin' })

let ids: string[] = []
beforeAll(async () => {
  await bring(
    app,
    crm,
    Array.from({ length: 6 }, () => aCrmOrder()),
  )
  ids = (await listOf('')).items.map(({ id }) => id)
})

async function listOf(query: string): Promise<OrderList> {
  const { status, body } = await client.get<OrderList>(`/orders?limit=50&${query}`)
  expect(status, query).toBe(200)
  return body
}

type Transaction = ControlledTransaction<Tables>
const begin = (): Promise<Transaction> => kasyr.db.startTransaction().execute()
/** In the list or out of it, whichever it was not. */
const move = (tx: Transaction, id = '') =>
  sql`update orders set deleted_at = case when deleted_at is null then clock_timestamp() end where id = ${id}`.execute(
    tx,
  )
const lastEvent = async (): Promise<number | undefined> =>
  (await sql<{ id: number }>`select max(id) as id from events`.execute(kasyr.db)).rows[0]?.id

describe.each(['tab=no_receipt', 'tab=no_receipt&sum_from=1', 'hidden=true'])('/orders?%s', (query) => {
  test('a transaction that took its event first and commits last is in the answer with the greater number only', async () => {
    const [slow, quick] = [await begin(), await begin()]
    await move(slow, ids[0])
    await move(quick, ids[1])
    await quick.commit().execute()
    const before = await listOf(query)
    const lastBefore = await lastEvent()
    await slow.commit().execute()
    const after = await listOf(query)
    expect(after.items.length).not.toBe(before.items.length)
    // By the last event the two would look the same.
    expect(await lastEvent()).toBe(lastBefore)
    expect(after.as_of).toBeGreaterThan(before.as_of)
  })

  test('a transaction that is rolled back, or has done nothing yet, takes nothing from the number', async () => {
    const before = await listOf(query)
    const idle = await begin()
    await move(idle, ids[2])
    const during = await listOf(query)
    await idle.rollback().execute()
    const after = await listOf(query)
    expect(during.as_of).toBeGreaterThanOrEqual(before.as_of)
    expect(after.as_of).toBeGreaterThanOrEqual(during.as_of)
    expect(after.items).toEqual(before.items)
  })
})

const someSteps = fc.array(
  fc.record({ who: fc.nat(2), what: fc.constantFrom('move', 'nested', 'undone', 'commit', 'commit', 'rollback') }),
  { minLength: 4, maxLength: 16 },
)

/** Each of three transactions changes an order of its own; the list is read after every step. */
const grows = fc.asyncProperty(someSteps, async (steps) => {
  const open = new Map<number, Transaction>()
  let before = await listOf('tab=no_receipt')
  try {
    for (const { who, what } of steps) {
      const tx = open.get(who) ?? (await begin())
      open.set(who, tx)
      if (what === 'move') await move(tx, ids[who])
      else if (what === 'nested' || what === 'undone') await inSavepoint(tx, ids[who], what === 'nested')
      else {
        await (what === 'commit' ? tx.commit() : tx.rollback()).execute()
        open.delete(who)
      }
      const now = await listOf('tab=no_receipt')
      expectGrown(before, now)
      before = now
    }
  } finally {
    for (const tx of open.values()) await tx.rollback().execute()
  }
})

function expectGrown(before: OrderList, now: OrderList): void {
  expect(now.as_of).toBeGreaterThanOrEqual(before.as_of)
  if (now.as_of === before.as_of) expect(now).toMatchObject({ items: before.items, counts: before.counts })
}

async function inSavepoint(tx: Transaction, id: string | undefined, isKept: boolean): Promise<void> {
  await sql`savepoint inner_one`.execute(tx)
  await move(tx, id)
  await (isKept ? sql`release inner_one` : sql`rollback to inner_one`).execute(tx)
}

test(
  'however transactions interleave, the number never falls, and two lists with the same number are the same',
  () => fc.assert(grows, { numRuns: howOften({ usually: 8, long: 2_000 }) }),
  patience(600_000),
)
