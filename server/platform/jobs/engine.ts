import type { PgBoss } from 'pg-boss'
import type { Logger } from '../log.ts'
import type { Binding } from './job.ts'

/** pg-boss with what this process does by it. */
export interface Engine<Context> {
  boss: PgBoss
  log: Logger
  bindings: readonly Binding<Context>[]
  context: () => Context
  /** Aborted when the process stops. */
  stopping: AbortController
}

/** The group lets a worker pass over a job whose key is busy. */
export const keyed = (key: string) => ({ singletonKey: key, group: { id: key } })
export const oneOfAKey = { groupConcurrency: 1 }
