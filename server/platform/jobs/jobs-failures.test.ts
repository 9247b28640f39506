import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Order, startJobQueue } from '#/test/support/job-queue.ts'
import { defineJob, on, PermanentFailure } from './job.ts'

const flakyJob = defineJob('test.flaky', Order)
const hopelessJob = defineJob('test.hopeless', Order)
const onceJob = defineJob('test.once', Order, { retry: 'none' })

let failuresLeft = 0
let ran: number[] = []
const fail = async (_context: null, { order }: Order): Promise<void> => {
  ran.push(order)
  if (failuresLeft > 0) {
    failuresLeft -= 1
    throw new Error('the carrier does not answer')
  }
}

const queue = await startJobQueue()
const { database } = queue
const jobs = await queue.openForAll([
  on(flakyJob, fail),
  on(onceJob, fail),
  on(hopelessJob, async () => {
    throw new PermanentFailure('the order is gone')
  }),
])
const enqueue = (job: typeof flakyJob, order: number, key?: string): Promise<void> =>
  queue.enqueue(jobs, job, order, key === undefined ? {} : { key })

async function rowsOf(name: string) {
  const { rows } = await sql<{ state: string; data: unknown; wait_seconds: number }>`
    select state, data, source_output, source_retry_count,
      extract(epoch from start_after - now())::float8 as wait_seconds
    from pgboss.job where name = ${name} and state in ('created', 'retry', 'active')`.execute(database.db)
  return rows
}

/** As if the time until the next try had passed. */
const passTime = (name: string) =>
  sql`update pgboss.job set start_after = now() where name = ${name} and state = 'retry'`.execute(database.db)

describe('a failure that may pass by itself', () => {
  test('is tried again after a pause, with the same payload, until it succeeds', async () => {
    failuresLeft = 2
    ran = []
    await enqueue(flakyJob, 7)
    expect(await jobs.runDue()).toBe(1)
    const [first] = await rowsOf(flakyJob.name)
    expect(first).toMatchObject({ state: 'retry', data: { order: 7 } })
    expect(first?.wait_seconds).toBeGreaterThan(1)

    await passTime(flakyJob.name)
    await jobs.runDue()
    const [second] = await rowsOf(flakyJob.name)
    expect(second?.wait_seconds).toBeGreaterThan(3)
    await passTime(flakyJob.name)
    await jobs.runDue()
    expect(ran).toEqual([7, 7, 7])
    expect(await rowsOf(flakyJob.name)).toEqual([])
    expect(await rowsOf('test.flaky.dead')).toEqual([])
  })

  test('that does not pass goes to the dead letters after seven tries, with its payload and the last error', async () => {
    failuresLeft = 100
    ran = []
    await enqueue(flakyJob, 8)
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      expect(await jobs.runDue()).toBe(1)
      await passTime(flakyJob.name)
    }
    expect(ran).toEqual([8, 8, 8, 8, 8, 8, 8])
    expect(await jobs.runDue()).toBe(0)
    expect(await rowsOf('test.flaky.dead')).toEqual([
      expect.objectContaining({
        data: { order: 8 },
        source_output: { message: 'the carrier does not answer' },
        source_retry_count: 6,
      }),
    ])
  })

  test('is tried again also when another job of the same key waits for its next try', async () => {
    failuresLeft = 2
    await enqueue(flakyJob, 1, 'order-1')
    await jobs.runDue()
    await enqueue(flakyJob, 2, 'order-1')
    await jobs.runDue()
    expect(await rowsOf(flakyJob.name)).toMatchObject([{ state: 'retry' }, { state: 'retry' }])
    ran = []
    await passTime(flakyJob.name)
    await jobs.runDue()
    expect(new Set(ran)).toEqual(new Set([1, 2]))
  })

  test('is not tried again where the next tick or a person takes care', async () => {
    failuresLeft = 1
    await enqueue(onceJob, 9)
    expect(await jobs.runDue()).toBe(1)
    expect(await rowsOf(onceJob.name)).toEqual([])
    expect(await rowsOf('test.once.dead')).toEqual([expect.objectContaining({ data: { order: 9 } })])
  })
})

describe('a failure that trying again cannot mend', () => {
  test('goes to the dead letters at once, with its payload and the reason', async () => {
    await enqueue(hopelessJob, 10)
    expect(await jobs.runDue()).toBe(1)
    expect(await rowsOf(hopelessJob.name)).toEqual([])
    expect(await rowsOf('test.hopeless.dead')).toEqual([
      expect.objectContaining({
        data: { order: 10 },
        source_output: { message: 'the order is gone' },
        source_retry_count: 0,
      }),
    ])
  })

  test('is also a payload that an older version left and that no longer fits', async () => {
    ran = []
    failuresLeft = 0
    await enqueue(flakyJob, 11)
    await sql`update pgboss.job set data = '{"order": "eleven"}' where name = ${flakyJob.name} and state = 'created'`.execute(
      database.db,
    )
    await jobs.runDue()
    expect(ran).toEqual([])
    expect(await rowsOf(flakyJob.name)).toEqual([])
    expect(await rowsOf('test.flaky.dead')).toContainEqual(expect.objectContaining({ data: { order: 'eleven' } }))
  })
})
