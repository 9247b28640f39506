import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdLock, untilWaiting } from '#/test/support/held-lock.ts'
import { startMoneyDesk } from '#/test/support/money-desk.ts'
import { patience } from '#/test/support/patience.ts'
import { locks } from '#/server/platform/database/locks.ts'

const desk = await startMoneyDesk()

const shortList = (): string => desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 10_000, commission: 50 }])
const lockOfMoney = sql`select pg_advisory_xact_lock(${locks.money})`

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(desk.kasyr.db)
  return Number(rows[0]?.count)
}

test('of eight previews at once one stands before the lock of money, and the others hold no connection meanwhile', async () => {
  const lock = await holdLock(desk.kasyr.db, lockOfMoney)
  const previews = Array.from({ length: 8 }, () => desk.preview(shortList()))
  await untilWaiting(desk.kasyr.db, 1)
  for (const _time of previews) expect((await desk.cashier.get('/orders')).status).toBe(200)
  expect(await countWaiting()).toBe(1)
  await lock.release()
  expect((await Promise.all(previews)).map(({ status }) => status)).toEqual(previews.map(() => 200))
})

test(
  'while another process judges a payout list, nothing is taken, and the person is told when to come again',
  async () => {
    const text = shortList()
    const lock = await holdLock(desk.kasyr.db, lockOfMoney)
    const { status, headers, body } = await desk.upload(text)
    await lock.release()
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '10',
      expect.objectContaining({ code: 'money.busy', detail: expect.stringContaining('Нічого не змінено') }),
    ])
    expect((await desk.upload(text)).status).toBe(201)
  },
  patience(60_000),
)
