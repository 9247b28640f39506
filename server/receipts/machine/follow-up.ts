import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { cancelReceiptsJob, fetchReceiptsJob, reconcileReceiptsJob, sendReceiptsJob } from './jobs.ts'
import type { FollowUp } from './facts.ts'

/** Starts the next step of a change as a job of the same transaction. The watch finds what is due later. */
export async function followUp(
  { jobs }: Pick<App, 'jobs'>,
  tx: Tx,
  { cash_register_id }: { cash_register_id: string },
  step: FollowUp,
): Promise<void> {
  const key = cash_register_id
  if (step === 'fetch_receipt') return jobs.enqueue(tx, fetchReceiptsJob, { cash_register_id, tries: 0 }, { key })
  return jobs.enqueue(tx, jobOf[step], { cash_register_id }, { key })
}

const jobOf = { send: sendReceiptsJob, cancel: cancelReceiptsJob, reconcile: reconcileReceiptsJob }
