import type { z } from 'zod'

/**
 * Background work on PostgreSQL. A job is data: a name, the shape of its payload and how it is retried. It may run
 * twice (a worker can die after the work and before the note of it), so every handler must bear that.
 */
export interface JobDefinition<Payload extends object = object> {
  name: string
  payload: z.ZodType<Payload>
  retry: keyof typeof retryClasses
  /** How many of them one process runs at once. */
  concurrency: number
  timeout_seconds: number
}

/** `transient`: the cause may pass by itself. `none`: the next tick or a person takes care. */
export const retryClasses = {
  transient: { retryLimit: 6, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 },
  none: { retryLimit: 0, retryDelay: 0, retryBackoff: false },
}

export function defineJob<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
  options: Partial<Pick<JobDefinition, 'retry' | 'concurrency' | 'timeout_seconds'>> = {},
): JobDefinition<Payload> {
  return { name, payload, retry: 'transient', concurrency: 1, timeout_seconds: 300, ...options }
}

/** A failure that trying again cannot mend: the job goes to the dead letters at once. */
export class PermanentFailure extends Error {}

/** One line of the table in `worker.ts`: which job, how often by itself, and the verb that does it. */
export interface Binding<Context> {
  job: JobDefinition
  /** A period that is a setting is known only once there is a context. */
  every_seconds: number | null | ((context: Context) => number)
  handle(context: Context, payload: unknown, signal: AbortSignal): Promise<void>
}

export function on<Context, Payload extends object>(
  job: JobDefinition<Payload>,
  handle: (context: Context, payload: Payload, signal: AbortSignal) => Promise<unknown>,
  every_seconds: Binding<Context>['every_seconds'] = null,
): Binding<Context> {
  return {
    job,
    every_seconds,
    handle: async (context, payload, signal) => {
      const parsed = job.payload.safeParse(payload)
      if (!parsed.success) throw new PermanentFailure(`payload of ${job.name} does not fit: ${parsed.error.message}`)
      await handle(context, parsed.data, signal)
    },
  }
}
