import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { PgBoss, type QueueResult } from 'pg-boss'
import { Explained } from '../explained.ts'
import { heartbeatSeconds } from './free-dead-jobs.ts'
import { retryClasses, type Binding, type JobDefinition } from './job.ts'
import type { Logger } from '../log.ts'

export const deadLetterOf = (name: string): string => `${name}.dead`

/** Builds the indexes that an upgrade of pg-boss leaves for later, one at a time in this interval. The least pg-boss takes. */
const indexEverySeconds = 10
const longestIndexingMs = 30 * 60_000

/** The schema of pg-boss and our queues, made and changed by the owner: the role that runs the jobs may do neither. */
export async function prepareJobs(
  pool: Pick<Pool, 'query'>,
  log: Logger,
  bindings: readonly Pick<Binding<never>, 'job'>[],
): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    supervise: false,
    bamIntervalSeconds: indexEverySeconds,
  })
  boss.on('error', (error) => log.error({ err: error }, 'preparing the job engine'))
  try {
    await boss.start()
    const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { job } of bindings) await prepareQueue(boss, job, there)
    await waitForIndexes(boss, log)
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}

async function prepareQueue(boss: PgBoss, job: JobDefinition, there: ReadonlyMap<string, QueueResult>): Promise<void> {
  const dead = deadLetterOf(job.name)
  if (!there.has(dead)) await boss.createQueue(dead, { retentionSeconds: 90 * 24 * 3600 })
  const options = {
    ...retryClasses[job.retry],
    expireInSeconds: job.timeout_seconds,
    heartbeatSeconds,
    deadLetter: dead,
    notify: true,
  }
  const found = there.get(job.name)
  // `short`: of one key at most one new job waits, held by a unique index; that only one runs, the group sees to.
  // Not `stately`: it kills a job whose key has another one waiting for its next try, and leaves a key that was busy
  // when pg-boss last counted (once a minute) alone for up to two minutes.
  if (found === undefined) await boss.createQueue(job.name, { policy: 'short', ...options })
  else if (!isAsWanted(found, options)) await boss.updateQueue(job.name, options)
}

const isAsWanted = (found: object, options: object): boolean => {
  const values = new Map<string, unknown>(Object.entries(found))
  return Object.entries(options).every(([name, value]) => values.get(name) === value)
}

/** pg-boss builds them beside the running service; once the owner has disconnected, no role could. */
async function waitForIndexes(boss: PgBoss, log: Logger): Promise<void> {
  const giveUpAt = performance.now() + longestIndexingMs
  while ((await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress')) {
    if (performance.now() > giveUpAt)
      return log.warn('indexes of the job engine are not built yet; the next start goes on')
    await pause(500)
  }
}

const explainUnprepared = (cause?: unknown): Explained =>
  new Explained(
    'черги фонової роботи не підготовлено для цієї версії Касира. Виконайте kasyr migrate, вказавши адресу власника в KASYR_DATABASE_OWNER_URL.',
    { cause },
  )

/** Starts the engine for a role that may not prepare anything. */
export async function startPrepared(boss: PgBoss, bindings: readonly Binding<never>[]): Promise<void> {
  try {
    await boss.start()
  } catch (error) {
    const isOurs = error instanceof Error && /not installed|requires migrations/.test(error.message)
    throw isOurs ? explainUnprepared(error) : error
  }
  const there = new Set((await boss.getQueues()).map(({ name }) => name))
  const missing = bindings.filter(({ job: { name } }) => !there.has(name) || !there.has(deadLetterOf(name)))
  if (missing.length > 0) throw explainUnprepared()
}
