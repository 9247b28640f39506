import { afterAll, inject, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#/server/platform/database/database.ts'
import type { Binding, JobDefinition } from '#/server/platform/jobs/job.ts'
import { openJobs, type Jobs } from '#/server/platform/jobs/jobs.ts'
import { createLog } from '#/server/platform/log.ts'
import { prepareJobs } from '#/server/platform/jobs/prepare-jobs.ts'
import { copyTemplate } from './template-database.ts'

export const Order = z.strictObject({ order: z.int() })
export type Order = z.infer<typeof Order>

/** A database for the jobs of one test file, and queues on it. Nothing is left running when the file ends. */
export async function startJobQueue() {
  const log = createLog('silent')
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  const database = await openDatabase({ database_url, data_dir: '/nonexistent', claim: 'own', log })
  afterAll(() => database.close())

  type More = Pick<Parameters<typeof openJobs>[0], 'stop_within_ms' | 'look_every_seconds'>
  const start = async (bindings: readonly Binding<null>[], more: More = {}): Promise<Jobs> => {
    await prepareJobs(database.pool, log, bindings)
    return openJobs({ url: database.url, log, bindings, context: () => null, ...more })
  }

  return {
    database,
    /** A process of the fleet until the test ends. */
    open: async (...given: Parameters<typeof start>): Promise<Jobs> => {
      const jobs = await start(...given)
      onTestFinished(() => jobs.stop())
      return jobs
    },
    /** A process for all tests of the file. */
    openForAll: async (...given: Parameters<typeof start>): Promise<Jobs> => {
      const jobs = await start(...given)
      afterAll(() => jobs.stop())
      return jobs
    },
    enqueue: (
      jobs: Jobs,
      job: JobDefinition<Order>,
      order: number,
      options?: Parameters<Jobs['enqueue']>[3],
    ): Promise<void> => database.db.transaction().execute((tx) => jobs.enqueue(tx, job, { order }, options)),
  }
}

/** For a worker that would not find by itself, within any test, what nothing tells it of. */
export const looksOnceAnHour = { look_every_seconds: 3_600 }

/** A handler that says when it began and ends when the test releases it. */
export function held() {
  const began = Promise.withResolvers<Order>()
  const end = Promise.withResolvers<void>()
  const handle = async (_context: null, order: Order): Promise<void> => {
    began.resolve(order)
    await end.promise
  }
  return { began: began.promise, end: () => end.resolve(), handle }
}
