import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import type { FiscalFailure } from '#/server/integrations/fiscal/fiscal-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { waitingProblem } from '../machine/problem-words.ts'
import { noteProblem } from '../machine/note-store.ts'

/** Notes on a queued receipt why it waits. `until`: it is not tried before. */
export const noteWhyItWaits = (
  { db }: Pick<App, 'db'>,
  receiptId: string,
  { detail }: FiscalFailure,
  until?: Date,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await noteProblem(tx, { id: receiptId, state: 'queued' }, waitingProblem(detail), until)
    await announce(tx, 'receipt', receiptId)
  })
