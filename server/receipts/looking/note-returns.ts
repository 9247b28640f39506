import type { EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { listNotReturned } from './look-store.ts'
import { markReturned } from '../machine/note-store.ts'
import { moveLocked, type MovingApp } from '../machine/move-receipt.ts'
import { lockReceipt } from '../machine/store.ts'

/** Money given back at the till: the receipt stays fiscal and is marked. */
export async function noteReturns(app: MovingApp, documents: readonly EttnDocument[]): Promise<void> {
  const returned = documents.filter(({ status }) => status === 'returned').map(({ id }) => id)
  for (const id of await listNotReturned(app.db, returned)) {
    await inTransaction(app.db, async (tx) => {
      const row = await lockReceipt(tx, id)
      if (row === undefined || !(await markReturned(tx, id, app.clock.now().toISOString()))) return
      await moveLocked(app, tx, row, { type: 'polled_returned' })
    })
  }
}
