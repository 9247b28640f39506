import type { Job, JobResult } from 'pg-boss'
import { oneOfAKey, type Engine } from './engine.ts'
import { freeDeadJobs } from './free-dead-jobs.ts'
import { countJobs, takeTries } from './job-store.ts'
import { PermanentFailure, type Binding } from './job.ts'

export async function runJob<Context>(
  { log, context }: Engine<Context>,
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

/** Runs what is due until nothing is. Returns how many ran. */
export async function runDue<Context>(engine: Engine<Context>): Promise<number> {
  const { boss, bindings, stopping } = engine
  const names = bindings.map(({ job }) => job.name)
  let ran = 0
  await freeDeadJobs(boss)
  for (;;) {
    const before = ran
    // One look at all queues: asking each of them costs a statement, and nearly all are empty.
    const waiting = await countJobs(boss, names)
    for (const binding of bindings) {
      const { name } = binding.job
      if (!waiting.get(name)?.ready) continue
      for (const job of await boss.fetch(name, { batchSize: 50, ...oneOfAKey })) {
        await settle(engine, name, job, await runJob(engine, binding, job, stopping.signal))
        ran += 1
      }
    }
    if (ran === before) return ran
  }
}

async function settle(
  { boss }: Pick<Engine<never>, 'boss'>,
  name: string,
  job: Job<unknown>,
  { status, output = null }: JobResult,
): Promise<void> {
  if (status === 'completed') return void (await boss.complete(name, job))
  // Outside of `work` pg-boss has no word for it: a job without tries left dies when it fails.
  if (status === 'deadletter') await takeTries(boss, job.id)
  await boss.fail(name, job, output)
}
