import { setTimeout as pause } from 'node:timers/promises'
import { oneOfAKey, type Engine } from './engine.ts'
import { freeDeadJobs, heartbeatRefreshSeconds } from './free-dead-jobs.ts'
import type { Binding } from './job.ts'
import { runJob } from './run-job.ts'
import { keepTicking } from './send-ticks.ts'

export interface Worker {
  id: string
  job_name: string
}

const freeDeadEverySeconds = 2

/** Workers for every job, their ticks, and the look for jobs of dead workers; `workers` is filled as they start. */
export async function startWorkers<Context>(
  engine: Engine<Context>,
  workers: Worker[],
  look_every_seconds: number,
): Promise<void> {
  void keepFreeing(engine, workers)
  for (const binding of engine.bindings) {
    for (let started = 0; started < binding.job.concurrency; started += 1)
      workers.push(await startWorker(engine, binding, look_every_seconds))
    void keepTicking(engine, binding)
  }
}

/** NOTIFY comes once a transaction and not once a job, so a worker looks for the next one as soon as one has ended. */
async function startWorker<Context>(
  engine: Engine<Context>,
  binding: Binding<Context>,
  look_every_seconds: number,
): Promise<Worker> {
  const { boss, stopping } = engine
  const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: look_every_seconds }
  const options = { ...polling, ...oneOfAKey, heartbeatRefreshSeconds, batchSize: 1, perJobResults: true as const }
  let id = ''
  id = await boss.work(binding.job.name, options, (jobs) => {
    boss.notifyWorker(id)
    return Promise.all(jobs.map((job) => runJob(engine, binding, job, AbortSignal.any([job.signal, stopping.signal]))))
  })
  return { id, job_name: binding.job.name }
}

/** What waited behind a dead worker's job starts now: no NOTIFY tells of it. */
async function keepFreeing<Context>(
  { boss, log, stopping }: Engine<Context>,
  workers: readonly Worker[],
): Promise<void> {
  while (!stopping.signal.aborted) {
    const freed = await freeDeadJobs(boss).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'the jobs of dead workers were not looked for')
      return new Set<string>()
    })
    for (const { id, job_name } of workers) if (freed.has(job_name)) boss.notifyWorker(id)
    await pause(freeDeadEverySeconds * 1_000, undefined, { signal: stopping.signal }).catch(() => undefined)
  }
}
