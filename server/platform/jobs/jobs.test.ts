import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { howOften } from '#/test/support/how-often.ts'
import { Order, startJobQueue } from '#/test/support/job-queue.ts'
import { defineJob, on } from './job.ts'
import type { Jobs } from './jobs.ts'

const printJob = defineJob('test.print', Order)
const laterJob = defineJob('test.later', Order)
const unboundJob = defineJob('test.unbound', Order)

let ran: number[] = []
const queue = await startJobQueue()
const { database, open } = queue
const jobs: Jobs = await queue.openForAll([
  on(printJob, async (_context, { order }) => ran.push(order)),
  on(laterJob, async (_context, { order }) => {
    if (order > 0) await enqueue(laterJob, order - 1)
  }),
])
const enqueue = (job: typeof printJob, order: number, options?: Parameters<Jobs['enqueue']>[3]): Promise<void> =>
  queue.enqueue(jobs, job, order, options)

async function waiting(name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pgboss.job where name = ${name} and state < 'active'`.execute(database.db)
  return rows[0]?.count ?? 0
}

describe('putting a job in the queue', () => {
  test('is part of the caller’s transaction: nothing waits before the commit, one job after it', async () => {
    await database.db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, printJob, { order: 1 })
      expect(await waiting(printJob.name)).toBe(0)
    })
    expect(await waiting(printJob.name)).toBe(1)
    expect(await jobs.runDue()).toBe(1)
    expect(ran).toEqual([1])
  })

  test('leaves nothing behind when the transaction is rolled back, however many jobs it had', async () => {
    const before = await waiting(printJob.name)
    let kept = 0
    const aTransaction = fc.record({ orders: fc.array(fc.nat(), { maxLength: 3 }), rollBack: fc.boolean() })
    const property = fc.asyncProperty(aTransaction, async ({ orders, rollBack }) => {
      const attempt = database.db.transaction().execute(async (tx) => {
        for (const order of orders) await jobs.enqueue(tx, printJob, { order })
        if (rollBack) throw new Error('rolled back')
        kept += orders.length
      })
      const outcome = await attempt.then(
        () => 'committed',
        (error: Error) => error.message,
      )
      expect(outcome).toBe(rollBack ? 'rolled back' : 'committed')
      expect(await waiting(printJob.name)).toBe(before + kept)
    })
    // About half of them roll back; fast-check prints the seed when one of them fails.
    await fc.assert(property, { numRuns: howOften({ usually: 60, long: 1_000 }), endOnFailure: true })
    ran = []
    expect(await jobs.runDue()).toBe(kept)
    expect(ran).toHaveLength(kept)
  })

  test('is refused when the payload does not fit, and nothing is stored', async () => {
    await expect(enqueue(printJob, 1.5)).rejects.toThrow(z.ZodError)
    expect(await waiting(printJob.name)).toBe(0)
  })

  test('is refused for a job nobody handles', async () => {
    await expect(enqueue(unboundJob, 1)).rejects.toThrow('job test.unbound has no handler in worker.ts')
  })

  test('two hundred times, many at once, with one key leaves one waiting job', async () => {
    // Twenty at a time: more would wait for a connection longer than one may on a busy machine.
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 20 }, (_, order) => enqueue(printJob, order, { key: 'order-7' })))
    expect(await waiting(printJob.name)).toBe(1)
    expect(await jobs.runDue()).toBe(1)
  })

  test('a second time holds the waiting job back until the second transaction has ended', async () => {
    await enqueue(printJob, 1, { key: 'order-8' })
    await database.db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, printJob, { order: 1 }, { key: 'order-8' })
      expect(await jobs.runDue()).toBe(0)
    })
    expect(await jobs.runDue()).toBe(1)
  })

  test('with another key, or with none, makes a job of its own', async () => {
    await enqueue(printJob, 1, { key: 'order-1' })
    await enqueue(printJob, 2, { key: 'order-2' })
    await enqueue(printJob, 3)
    await enqueue(printJob, 3)
    expect(await jobs.runDue()).toBe(4)
  })
})

describe('running what is due', () => {
  test('runs also the jobs that jobs put in the queue', async () => {
    await enqueue(laterJob, 3)
    expect(await jobs.runDue()).toBe(4)
    expect(await jobs.runDue()).toBe(0)
  })

  test('leaves a job whose time has not come', async () => {
    await enqueue(printJob, 1, { start_after_seconds: 3600 })
    expect(await jobs.runDue()).toBe(0)
    await sql`update pgboss.job set start_after = now() where name = ${printJob.name} and state = 'created'`.execute(
      database.db,
    )
    expect(await jobs.runDue()).toBe(1)
  })
})

test('a job handled by two lines of the table stops the start', async () => {
  const twice = on(printJob, async () => undefined)
  await expect(open([twice, twice])).rejects.toThrow('handled more than once: test.print')
})
