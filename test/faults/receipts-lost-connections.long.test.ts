import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { patience } from '../support/patience.ts'
import { howOften } from '../support/how-often.ts'
import { receiptViolations } from '../support/receipt-invariants.ts'
import { startStorm } from './receipt-storm.ts'

const receipts = 24
const cuts = howOften({ usually: 4, long: 12 })
const patient = { timeout: patience(60_000), interval: 100 }

test(`${cuts} times all connections to the database are cut while receipts are sent: none is doubled or lost`, async () => {
  const storm = await startStorm({ receipts, registers: 4, seed: 1 })
  const { db, checkbox } = storm
  const ids: string[] = []
  for (const order of storm.orders) ids.push(await storm.ask(order))
  // Slow enough that the cuts come while something is under way.
  checkbox.faults.arm({ operation: '*', fault: { kind: 'latency', ms: 150 }, times: 'always' })
  const workers = [storm.startWorker('hurried'), storm.startWorker('hurried')]
  for (const worker of workers) await worker.line(/роботу запущено/)

  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const keeper = new Client({ connectionString: inject('server_url') })
  await keeper.connect()
  onTestFinished(() => keeper.end())
  const countCreates = () => checkbox.log.entries().filter(({ operation }) => operation?.startsWith('create_')).length
  let lost = 0
  for (let cut = 1; cut <= cuts; cut += 1) {
    await expect.poll(countCreates, patient).toBeGreaterThanOrEqual(Math.min(cut * 2, receipts))
    const { rowCount } = await keeper.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`,
      [rows[0]?.name],
    )
    lost += rowCount ?? 0
  }
  checkbox.faults.disarm()

  const countOpen = async (): Promise<number> => {
    const open = await sql<{ count: number }>`
      select count(*)::int as count from receipts
      where state not in ('created', 'fiscalized', 'cancelled', 'failed') or (kind = 'prepayment' and state = 'created')`.execute(
      db,
    )
    return open.rows[0]?.count ?? 0
  }
  await expect.poll(() => countOpen().catch(() => receipts), patient).toBe(0)
  expect(workers.map(({ process }) => process.exitCode)).toEqual([null, null])
  for (const { process } of workers) process.kill('SIGTERM')
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0])
  expect(lost).toBeGreaterThan(cuts * workers.length)
  const judging = { now: Date.now(), settled: true, acknowledged: ids, ...storm.judged }
  expect(await receiptViolations(db, [checkbox], judging)).toEqual([])
  const ended = await db.selectFrom('receipts').select('state').distinct().execute()
  expect(ended.map(({ state }) => state).toSorted((a, b) => a.localeCompare(b))).toEqual(['created', 'fiscalized'])
})
