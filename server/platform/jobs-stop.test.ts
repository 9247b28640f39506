import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { copyTemplate } from '#/test/support/template-database.ts'
import { openDatabase, type Database } from './database/database.ts'
import { defineJob, on, type Binding, type JobDefinition } from './job.ts'
import { openJobs, type Jobs } from './jobs.ts'
import { createLog } from './log.ts'

const log = createLog('silent')
const Order = z.strictObject({ order: z.int() })
type Order = z.infer<typeof Order>
let database: Database

beforeAll(async () => {
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  database = await openDatabase({ database_url, data_dir: '/nonexistent', claim: 'own', log })
})
afterAll(() => database.close())

async function open(bindings: readonly Binding<null>[]): Promise<Jobs> {
  const jobs = await openJobs({ url: database.url, log, bindings, context: () => null, stop_within_ms: 1_000 })
  onTestFinished(() => jobs.stop())
  return jobs
}

const enqueue = (jobs: Jobs, job: JobDefinition<Order>, order: number): Promise<void> =>
  database.db.transaction().execute((tx) => jobs.enqueue(tx, job, { order }))

/** A handler that says when it began and ends when it is told to. */
function held() {
  const began = Promise.withResolvers<Order>()
  const end = Promise.withResolvers<void>()
  const handle = async (_context: null, order: Order): Promise<void> => {
    began.resolve(order)
    await end.promise
  }
  return { began: began.promise, end: () => end.resolve(), handle }
}

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
