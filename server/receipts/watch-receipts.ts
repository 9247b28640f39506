import { endRests } from './end-rests.ts'
import { followUp } from './follow-up.ts'
import { moveLocked, moveReceipt, type MovingApp } from './move-receipt.ts'
import { silentProblem } from './problem-words.ts'
import { listDueWork, listExpired, listSilent, listToRecheck, lockExpired } from './work-store.ts'

/**
 * Nothing may be forgotten, whoever died: what nobody works on any more is in doubt, what is in doubt for too long is shown
 * to a person, what a person was shown is looked at now and then, and what is due gets its job.
 */
export async function watchReceipts(app: MovingApp): Promise<void> {
  const now = app.clock.now()
  for (const id of await listExpired(app.db)) {
    await app.db.transaction().execute(async (tx) => {
      const row = await lockExpired(tx, id)
      if (row !== undefined) await moveLocked(app, tx, row, { type: 'lease_expired' })
    })
  }
  const silentSince = new Date(now.getTime() - app.config.receipt_times.attention_ms)
  for (const id of await listSilent(app.db, silentSince))
    await moveReceipt(app, id, { type: 'silent_too_long', problem: silentProblem })
  for (const id of await listToRecheck(app.db, now)) await moveReceipt(app, id, { type: 'recheck_asked' })
  await endRests(app)
  const due = await listDueWork(app.db, app.clock.now())
  if (due.length === 0) return
  await app.db.transaction().execute(async (tx) => {
    for (const { cash_register_id, step } of due) await followUp(app, tx, { cash_register_id }, step)
  })
}
