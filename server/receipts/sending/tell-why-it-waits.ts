import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import type { FiscalFailure } from '#/server/integrations/fiscal/fiscal-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { waitingProblem } from '../machine/problem-words.ts'
import { noteProblem } from '../machine/note-store.ts'

/** It stays in the queue, and whoever looks sees why. `until`: it is not to be tried before. */
export const tellWhyItWaits = (
  { db }: Pick<App, 'db'>,
  receiptId: string,
  { detail }: FiscalFailure,
  until?: Date,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await noteProblem(tx, { id: receiptId, state: 'queued' }, waitingProblem(detail), until)
    await announce(tx, 'receipt', receiptId)
  })
