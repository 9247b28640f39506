import { DatabaseError } from 'pg'
import type { Db, Tx } from './db.ts'

/**
 * PostgreSQL ends one of two transactions that wait for each other (40P01 deadlock_detected), or that fit into no order
 * (40001 serialization_failure). It has undone everything the ended one did, so the work may simply be done again.
 */
const endedByPostgres = new Set(['40P01', '40001'])

/** A deadlock is found after a second of waiting, so five tries are as long as a person would wait for one change. */
const mostTries = 5

/** `work` must change nothing but the database: no outside call, no variable of the caller that a second run would change twice. */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !wasEndedByPostgres(error)) throw error
    }
  }
}

/** A transaction that is done again when PostgreSQL ended it in favour of another one. */
export const inTransaction = <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  retried(() => db.transaction().execute(work))

const wasEndedByPostgres = (error: unknown): boolean =>
  error instanceof DatabaseError && endedByPostgres.has(error.code ?? '')
