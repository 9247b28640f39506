import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { describe, expect, test } from 'vitest'
import { held, looksOnceAnHour, Order, startJobQueue } from '#/test/support/job-queue.ts'
import { defineJob, on, PermanentFailure } from './job.ts'

const { database, open, enqueue } = await startJobQueue()

describe('a worker', () => {
  test('starts a job by NOTIFY, without looking by itself', async () => {
    const job = defineJob('test.notified', Order)
    const began: ((order: number) => void)[] = []
    const jobs = await open([on(job, async (_context: null, { order }) => began.shift()?.(order))], looksOnceAnHour)
    await jobs.work()
    for (const order of [1, 2, 3]) {
      const heard = new Promise<number>((resolve) => began.push(resolve))
      await enqueue(jobs, job, order)
      expect(await heard).toBe(order)
    }
  })

  test('works off a heap that came in one transaction without pausing between two jobs', async () => {
    const job = defineJob('test.heap', Order, { concurrency: 2 })
    const done = Promise.withResolvers<void>()
    const ran: number[] = []
    const note = async (_context: null, { order }: Order): Promise<void> => {
      if (ran.push(order) === 30) done.resolve()
    }
    const jobs = await open([on(job, note)], looksOnceAnHour)
    await jobs.work()
    await database.db.transaction().execute(async (tx) => {
      for (let order = 1; order <= 30; order += 1) await jobs.enqueue(tx, job, { order })
    })
    await done.promise
    expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  })

  test('puts a job that cannot be mended into the dead letters at once', async () => {
    const job = defineJob('test.worked_hopeless', Order)
    const tried = Promise.withResolvers<void>()
    const jobs = await open([
      on(job, async () => {
        tried.resolve()
        throw new PermanentFailure('the order is gone')
      }),
    ])
    await jobs.work()
    await enqueue(jobs, job, 2)
    await tried.promise
    await jobs.stop()
    const { rows } =
      await sql`select data, source_output from pgboss.job where name = 'test.worked_hopeless.dead'`.execute(
        database.db,
      )
    expect(rows).toEqual([{ data: { order: 2 }, source_output: { message: 'the order is gone' } }])
  })

  test('runs one job of a key at a time, and goes on with the others meanwhile', async () => {
    const job = defineJob('test.keyed', Order, { concurrency: 2 })
    const first = held()
    const other = Promise.withResolvers<void>()
    const ran: number[] = []
    const jobs = await open([
      on(job, async (_context: null, { order }) => {
        ran.push(order)
        if (order === 1) await first.handle(null, { order })
        if (order === 3) other.resolve()
      }),
    ])
    await jobs.work()
    await enqueue(jobs, job, 1, { key: 'register-1' })
    await first.began
    await enqueue(jobs, job, 2, { key: 'register-1' })
    await enqueue(jobs, job, 3, { key: 'register-2' })
    await other.promise
    expect(ran).toEqual([1, 3])
    first.end()
    await expect.poll(() => ran).toEqual([1, 3, 2])
  })
})

test('a key that was busy when pg-boss last counted its queues is served as soon as it is free', async () => {
  const job = defineJob('test.recounted', Order)
  const work = held()
  const jobs = await open([on(job, work.handle)])
  await jobs.work()
  await enqueue(jobs, job, 1, { key: 'register-1' })
  await work.began
  const supervisor = new PgBoss({ connectionString: database.url, schedule: false })
  await supervisor.start()
  await supervisor.supervise(job.name)
  await supervisor.stop()
  const elsewhere = await open([on(job, async () => undefined)])
  work.end()
  await jobs.stop()
  await enqueue(elsewhere, job, 2, { key: 'register-1' })
  expect(await elsewhere.runDue()).toBe(1)
})
