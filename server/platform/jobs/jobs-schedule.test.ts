import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Order, startJobQueue } from '#/test/support/job-queue.ts'
import { defineJob, on, PermanentFailure, type JobDefinition } from './job.ts'

const Nothing = z.strictObject({})
const { database, open } = await startJobQueue()

async function statesOf(job: JobDefinition): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from pgboss.job where name = ${job.name} order by created_on`.execute(database.db)
  return rows.map(({ state }) => state)
}

/** So long that the test never stands at the end of a slot. */
const aMonth = 30 * 24 * 3600

/** As if the tick had come in the slot before: the database's clock cannot be turned. */
const passSlot = (job: JobDefinition) =>
  sql`update pgboss.job set singleton_on = singleton_on - make_interval(secs => ${aMonth}) where name = ${job.name}`.execute(
    database.db,
  )

describe('the schedule', () => {
  test('sends one job a slot, however many processes tick, and one more in the next slot', async () => {
    const job = defineJob('test.scheduled', Nothing)
    let ran = 0
    const binding = on(job, async () => (ran += 1), aMonth)
    const processes = await Promise.all(Array.from({ length: 5 }, () => open([binding])))
    const allTick = () => Promise.all([...processes, ...processes].map((jobs) => jobs.tick()))
    const allRun = async () => {
      for (const jobs of processes) await jobs.runDue()
    }
    await allTick()
    expect(await statesOf(job)).toEqual(['created'])
    await allRun()
    await allTick()
    await allRun()
    expect(ran).toBe(1)

    await passSlot(job)
    await allTick()
    expect(await statesOf(job)).toEqual(['completed', 'created'])
    await allRun()
    expect(ran).toBe(2)
  })

  test('sends nothing while the job of an earlier slot still waits', async () => {
    const job = defineJob('test.missed', Nothing)
    const jobs = await open([on(job, async () => undefined, aMonth)])
    await jobs.tick()
    await passSlot(job)
    await jobs.tick()
    expect(await statesOf(job)).toEqual(['created'])
  })

  test('leaves alone what comes only when it is asked for', async () => {
    const job = defineJob('test.on_demand', Nothing)
    const jobs = await open([on(job, async () => undefined)])
    await jobs.tick()
    expect(await statesOf(job)).toEqual([])
  })

  test('ticks by itself while a worker runs', async () => {
    const job = defineJob('test.by_itself', Nothing)
    const ticked = Promise.withResolvers<void>()
    const jobs = await open([on(job, async () => ticked.resolve(), aMonth)])
    await jobs.work()
    await ticked.promise
    await jobs.stop()
    expect(await statesOf(job)).toEqual(['completed'])
  })
})

test('the depths count what is due, what runs and what lies dead, at this very moment', async () => {
  const job = defineJob('test.counted', Order)
  const seen: unknown[] = []
  const jobs = await open([
    on(job, async (_context: null, { order }) => {
      seen.push(await jobs.depths())
      if (order === 1) throw new PermanentFailure('gone')
    }),
  ])
  await database.db.transaction().execute(async (tx) => {
    for (const order of [1, 2, 3]) await jobs.enqueue(tx, job, { order })
    await jobs.enqueue(tx, job, { order: 4 }, { start_after_seconds: 3600 })
  })
  const depth = { name: job.name, queued: 0, active: 0, dead: 0 }
  expect(await jobs.depths()).toEqual([{ ...depth, queued: 3 }])
  expect(await jobs.runDue()).toBe(3)
  expect(seen[0]).toEqual([{ ...depth, active: 3 }])
  expect(await jobs.depths()).toEqual([{ ...depth, dead: 1 }])
})

test('a queue that cannot be prepared stops the start and leaves no connection behind', async () => {
  const broken = defineJob('test.no spaces allowed', Nothing)
  const connections = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity where datname = current_database() and application_name = 'kasyr jobs'
    `.execute(database.db)
    return rows[0]?.count
  }
  await expect(open([on(broken, async () => undefined)])).rejects.toThrow('Name can only contain')
  await expect.poll(connections).toBe(0)
})
