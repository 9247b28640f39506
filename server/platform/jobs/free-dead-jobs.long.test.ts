import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'
import { held, looksOnceAnHour, Order, startJobQueue } from '#/test/support/job-queue.ts'
import { defineJob, on, type JobDefinition } from './job.ts'

const { database, open, enqueue } = await startJobQueue()

/** Whoever takes a job this way never says that it lives, like one that was killed right after it began. */
async function takeAndDie(job: JobDefinition): Promise<void> {
  const dying = new PgBoss({ connectionString: database.url, schedule: false, supervise: false })
  await dying.start()
  onTestFinished(() => dying.stop({ graceful: false }))
  expect(await dying.fetch(job.name)).toHaveLength(1)
}

const makeSilentFor = (job: JobDefinition, seconds: number) =>
  sql`update pgboss.job set heartbeat_on = now() - make_interval(secs => ${seconds})
      where name = ${job.name} and state = 'active'`.execute(database.db)

const silentSeconds = async (job: JobDefinition): Promise<number | undefined> => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - heartbeat_on)::float8 as seconds from pgboss.job
    where name = ${job.name} and state = 'active'`.execute(database.db)
  return rows[0]?.seconds
}

test('a key is free when its worker is known to be dead, and the worker is told of the job that waited behind it', async () => {
  const job = defineJob('test.left_by_the_dead', Order, { retry: 'none' })
  const next = held()
  const jobs = await open([on(job, next.handle)], looksOnceAnHour)
  await enqueue(jobs, job, 1, { key: 'register-1' })
  await takeAndDie(job)
  await enqueue(jobs, job, 2, { key: 'register-1' })
  await makeSilentFor(job, 9)
  await jobs.work()
  expect(await next.began).toEqual({ order: 2 })
  next.end()
})

test('a job that died with its worker is tried again by another', async () => {
  const job = defineJob('test.tried_by_another', Order)
  const again = held()
  const jobs = await open([on(job, again.handle)])
  await enqueue(jobs, job, 1)
  await takeAndDie(job)
  await makeSilentFor(job, 11)
  await jobs.work()
  expect(await again.began).toEqual({ order: 1 })
  again.end()
})

test('a worker that lives keeps its job, however long that takes: it says so every few seconds', async () => {
  const job = defineJob('test.kept_by_the_living', Order)
  const work = held()
  const jobs = await open([on(job, work.handle)])
  const elsewhere = await open([on(job, async () => undefined)])
  await jobs.work()
  await enqueue(jobs, job, 1)
  await work.began
  await elsewhere.work()
  // One word was lost, and the next one still comes in time.
  await makeSilentFor(job, 5)
  await expect.poll(() => silentSeconds(job)).toBeLessThan(1)
  work.end()
})
