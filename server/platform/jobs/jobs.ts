import { fromKysely, PgBoss } from 'pg-boss'
import type { Tx } from '../database/db.ts'
import type { Logger } from '../log.ts'
import { newId } from '../random.ts'
import { keyed, type Engine } from './engine.ts'
import { countJobs, holdWaiting } from './job-store.ts'
import type { Binding, JobDefinition } from './job.ts'
import { deadLetterOf, startPrepared } from './prepare-jobs.ts'
import { runDue } from './run-job.ts'
import { sendTick } from './send-ticks.ts'
import { startWorkers, type Worker } from './start-workers.ts'

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

const defaultStopWithinMs = 20_000
const defaultLookEverySeconds = 10

export async function openJobs<Context>(options: Options<Context>): Promise<Jobs> {
  const { url, log, bindings, context, stop_within_ms = defaultStopWithinMs } = options
  const { look_every_seconds = defaultLookEverySeconds } = options
  assertEachHandledOnce(bindings)
  const boss = await openBoss(url, log, bindings)
  const engine: Engine<Context> = { boss, log, bindings, context, stopping: new AbortController() }
  const names = bindings.map(({ job }) => job.name)
  const workers: Worker[] = []

  return {
    async enqueue(tx, job, payload, { key = newId(), start_after_seconds } = {}) {
      if (!names.includes(job.name)) throw new Error(`job ${job.name} has no handler in worker.ts`)
      const data = job.payload.parse(payload)
      const startAfter = start_after_seconds === undefined ? {} : { startAfter: start_after_seconds }
      const send = () => boss.send(job.name, data, { db: fromKysely(tx), ...keyed(key), ...startAfter })
      for (;;) {
        if (await send()) return
        if (await holdWaiting(tx, job.name, key)) return
      }
    },
    async tick() {
      for (const binding of bindings) await sendTick(engine, binding)
    },
    runDue: () => runDue(engine),
    work: () => startWorkers(engine, workers, look_every_seconds),
    async stop() {
      engine.stopping.abort()
      // pg-boss first ends its listener and only then its workers, which could take one more job meanwhile.
      for (const { id, job_name } of workers) void boss.offWork(job_name, { id, wait: false })
      await boss.stop({ graceful: true, timeout: stop_within_ms })
    },
    async depths() {
      const counts = await countJobs(boss, [...names, ...names.map(deadLetterOf)])
      return names.map((name) => ({
        name,
        queued: counts.get(name)?.ready ?? 0,
        active: counts.get(name)?.active ?? 0,
        dead: counts.get(deadLetterOf(name))?.ready ?? 0,
      }))
    },
  }
}

async function openBoss(url: string, log: Logger, bindings: readonly Binding<never>[]): Promise<PgBoss> {
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
    return boss
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
}

function assertEachHandledOnce(bindings: readonly Binding<never>[]): void {
  const names = bindings.map(({ job }) => job.name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new Error(`handled more than once: ${twice.join(', ')}`)
}
