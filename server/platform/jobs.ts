import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss'
import { z } from 'zod'
import type { Tx } from './database/db.ts'
import { freeDeadJobs, heartbeatRefreshSeconds } from './free-dead-jobs.ts'
import { PermanentFailure, type Binding, type JobDefinition } from './job.ts'
import type { Logger } from './log.ts'
import { deadLetterOf, startPrepared } from './prepare-jobs.ts'
import { newId } from './random.ts'

/** The engine behind the jobs of `job.ts`: takes them, runs them, hands them back. */
export interface Jobs {
  /** Part of the caller's transaction: a rollback leaves no job behind. `key`: one such job runs and one more waits. */
  enqueue<Payload extends object>(
    tx: Tx,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<void>
  /** Lets the schedule tick now: sends every job whose turn has come and was not sent by another process. */
  tick(): Promise<void>
  /** Runs what is due, in this process, until nothing is; for tests and commands. Returns how many ran. */
  runDue(): Promise<number>
  /** Starts taking jobs until stopped. */
  work(): Promise<void>
  /** Stops taking jobs at once, waits for the running ones, hands back what does not end in time. */
  stop(): Promise<void>
  /** How many wait, run and lie dead, by job, for the metrics. */
  depths(): Promise<{ name: string; queued: number; active: number; dead: number }[]>
}

interface EnqueueOptions {
  key?: string
  start_after_seconds?: number
}

interface Options<Context> {
  url: string
  log: Logger
  bindings: readonly Binding<Context>[]
  context: () => Context
  /** How long running jobs may take to end when we stop. */
  stop_within_ms?: number
  /** How often a worker looks by itself; NOTIFY tells it of nearly every job before. */
  look_every_seconds?: number
}

/** The group lets a worker pass over a job whose key is busy. */
const keyed = (key: string) => ({ singletonKey: key, group: { id: key } })
const oneOfAKey = { groupConcurrency: 1 }
const defaultStopWithinMs = 20_000
const defaultLookEverySeconds = 10
const freeDeadEverySeconds = 2

export async function openJobs<Context>(options: Options<Context>): Promise<Jobs> {
  const { url, log, bindings, context, stop_within_ms = defaultStopWithinMs } = options
  const { look_every_seconds = defaultLookEverySeconds } = options
  assertEachHandledOnce(bindings)
  const known = new Set(bindings.map(({ job }) => job.name))
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: 'kasyr jobs',
    useListenNotify: true,
    schedule: false,
    // The owner makes the schema and the queues (`prepareJobs`); the role that works here may not.
    migrate: false,
    reindex: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job engine'))
  try {
    await startPrepared(boss, bindings)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  const stopping = new AbortController()
  const workers: { id: string; job_name: string }[] = []

  async function run(
    binding: Binding<Context>,
    job: { id: string; data: unknown },
    signal: AbortSignal,
  ): Promise<JobResult> {
    try {
      await binding.handle(context(), job.data, signal)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const permanent = error instanceof PermanentFailure
      log[permanent ? 'error' : 'warn']({ err: error, job: binding.job.name, job_id: job.id }, 'job failed')
      const output = { message: error instanceof Error ? error.message : String(error) }
      return { id: job.id, status: permanent ? 'deadletter' : 'failed', output }
    }
  }

  async function settle(
    { name }: JobDefinition,
    job: Job<unknown>,
    { status, output = null }: JobResult,
  ): Promise<void> {
    if (status === 'completed') return void (await boss.complete(name, job))
    // Outside of `work` pg-boss has no word for it: a job without tries left dies when it fails.
    if (status === 'deadletter')
      await boss.getDb().executeSql('update pgboss.job set retry_limit = retry_count where id = $1', [job.id])
    await boss.fail(name, job, output)
  }

  /** NOTIFY comes once a transaction and not once a job, so a worker looks for the next one as soon as one has ended. */
  async function startWorker(binding: Binding<Context>): Promise<void> {
    const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: look_every_seconds }
    const options = { ...polling, ...oneOfAKey, heartbeatRefreshSeconds, batchSize: 1, perJobResults: true as const }
    let worker = ''
    worker = await boss.work(binding.job.name, options, (jobs) => {
      boss.notifyWorker(worker)
      return Promise.all(jobs.map((job) => run(binding, job, AbortSignal.any([job.signal, stopping.signal]))))
    })
    workers.push({ id: worker, job_name: binding.job.name })
  }

  const periodOf = ({ every_seconds }: Binding<Context>): number | null =>
    typeof every_seconds === 'function' ? every_seconds(context()) : every_seconds

  async function sendTick(binding: Binding<Context>): Promise<void> {
    const seconds = periodOf(binding)
    // The slot is counted by the database's clock and unique there, so however many processes tick, one job is sent.
    if (seconds) await boss.send(binding.job.name, {}, { singletonSeconds: seconds, ...keyed('tick') })
  }

  return {
    async enqueue(tx, job, payload, { key = newId(), start_after_seconds } = {}) {
      if (!known.has(job.name)) throw new Error(`job ${job.name} has no handler in worker.ts`)
      const data = job.payload.parse(payload)
      const startAfter = start_after_seconds === undefined ? {} : { startAfter: start_after_seconds }
      const send = () => boss.send(job.name, data, { db: fromKysely(tx), ...keyed(key), ...startAfter })
      for (;;) {
        if (await send()) return
        if (await holdWaiting(tx, job.name, key)) return
      }
    },
    async tick() {
      for (const binding of bindings) await sendTick(binding)
    },
    async runDue() {
      let ran = 0
      for (;;) {
        const before = ran
        // One look at all queues: asking each of them costs a statement, and nearly all are empty.
        const waiting = await countJobs(
          boss,
          bindings.map(({ job }) => job.name),
        )
        for (const binding of bindings) {
          if (!waiting.get(binding.job.name)?.ready) continue
          for (const job of await boss.fetch(binding.job.name, { batchSize: 50, ...oneOfAKey })) {
            await settle(binding.job, job, await run(binding, job, stopping.signal))
            ran += 1
          }
        }
        if (ran === before) return ran
      }
    },
    async work() {
      void keepFreeing()
      for (const binding of bindings) {
        for (let started = 0; started < binding.job.concurrency; started += 1) await startWorker(binding)
        const seconds = periodOf(binding)
        if (seconds) void keepTicking(binding, seconds)
      }
    },
    async stop() {
      stopping.abort()
      // pg-boss first ends its listener and only then its workers, which could take one more job meanwhile.
      for (const { id, job_name } of workers) void boss.offWork(job_name, { id, wait: false })
      await boss.stop({ graceful: true, timeout: stop_within_ms })
    },
    async depths() {
      const names = bindings.map(({ job }) => job.name)
      const counts = await countJobs(boss, [...names, ...names.map(deadLetterOf)])
      return names.map((name) => ({
        name,
        queued: counts.get(name)?.ready ?? 0,
        active: counts.get(name)?.active ?? 0,
        dead: counts.get(deadLetterOf(name))?.ready ?? 0,
      }))
    },
  }

  async function keepTicking(binding: Binding<Context>, seconds: number): Promise<void> {
    while (!stopping.signal.aborted) {
      await sendTick(binding).catch((error: unknown) => log.warn({ err: error }, 'tick not sent'))
      // Half the period, so that a slot is never missed by the drift between two clocks.
      await pause(seconds * 500, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  /** Whatever waited behind a dead worker's job starts now: no NOTIFY tells of it. */
  async function keepFreeing(): Promise<void> {
    while (!stopping.signal.aborted) {
      const freed = await freeDeadJobs(boss).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the jobs of dead workers were not looked for')
        return new Set<string>()
      })
      for (const { id, job_name } of workers) if (freed.has(job_name)) boss.notifyWorker(id)
      await pause(freeDeadEverySeconds * 1_000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
}

/**
 * The job of this key that waits already must not start before the transaction ends that asked for it again: it would
 * not see the change it was asked for. False: it has started meanwhile.
 */
async function holdWaiting(tx: Tx, name: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${name} and singleton_key = ${key} and state = 'created' for share`.execute(tx)
  return rows.length > 0
}

const QueueCount = z.object({ name: z.string(), ready: z.int(), active: z.int() })

/** Counted now: the figures pg-boss keeps with its queues are up to a minute old. */
async function countJobs(boss: PgBoss, names: readonly string[]): Promise<Map<string, z.infer<typeof QueueCount>>> {
  const { rows } = await boss.getDb().executeSql(
    `select name, (count(*) filter (where state < 'active' and start_after <= now()))::int as ready,
       (count(*) filter (where state = 'active'))::int as active
     from pgboss.job where name = any($1) and state <= 'active' group by name`,
    [names],
  )
  return new Map(
    z
      .array(QueueCount)
      .parse(rows)
      .map((count) => [count.name, count]),
  )
}

function assertEachHandledOnce(bindings: readonly Binding<never>[]): void {
  const names = bindings.map(({ job }) => job.name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new Error(`handled more than once: ${twice.join(', ')}`)
}
