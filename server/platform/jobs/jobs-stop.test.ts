import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { held, Order, startJobQueue } from '#/test/support/job-queue.ts'
import { defineJob, on, type Binding, type JobDefinition } from './job.ts'

const { database, open: openQueue, enqueue } = await startJobQueue()
const open = (bindings: readonly Binding<null>[]) => openQueue(bindings, { stop_within_ms: 1_000 })

describe('stopping', () => {
  test('waits for the job that is running and takes no other', async () => {
    const job = defineJob('test.stopping', Order)
    const work = held()
    const jobs = await open([on(job, work.handle)])
    const elsewhere = await open([on(job, async () => undefined)])
    await jobs.work()
    await enqueue(jobs, job, 4)
    await work.began
    const stopped = jobs.stop()
    await enqueue(elsewhere, job, 5)
    work.end()
    await stopped
    expect(await statesOf(job)).toEqual({ 4: 'completed', 5: 'created' })
  })

  test('hands back a job that does not end in time, and another process runs it', async () => {
    const job = defineJob('test.handed_back', Order)
    const work = held()
    const jobs = await open([on(job, work.handle)])
    await jobs.work()
    await enqueue(jobs, job, 6)
    await work.began
    await jobs.stop()
    expect(await statesOf(job)).toEqual({ 6: 'retry' })

    const again: number[] = []
    const elsewhere = await open([on(job, async (_context: null, { order }) => again.push(order))])
    await sql`update pgboss.job set start_after = now() where name = ${job.name}`.execute(database.db)
    expect(await elsewhere.runDue()).toBe(1)
    expect(again).toEqual([6])
    work.end()
  })

  test('tells the handler by its signal', async () => {
    const job = defineJob('test.signalled', Order)
    const began = Promise.withResolvers<void>()
    const jobs = await open([
      on(job, async (_context: null, _order, signal) => {
        began.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      }),
    ])
    await jobs.work()
    await enqueue(jobs, job, 7)
    await began.promise
    await jobs.stop()
    expect(await statesOf(job)).toEqual({ 7: 'completed' })
  })
})

async function statesOf(job: JobDefinition<Order>): Promise<Record<string, string>> {
  const { rows } = await sql<{ order: string; state: string }>`
    select data->>'order' as order, state from pgboss.job where name = ${job.name}`.execute(database.db)
  return Object.fromEntries(rows.map(({ order, state }) => [order, state]))
}
