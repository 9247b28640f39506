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
  const payload = { cash_register_id }
  switch (step) {
    case 'send':
      return jobs.enqueue(tx, sendReceiptsJob, payload, { key: cash_register_id })
    case 'cancel':
      return jobs.enqueue(tx, cancelReceiptsJob, payload, { key: cash_register_id })
    case 'reconcile':
      return jobs.enqueue(tx, reconcileReceiptsJob, payload, { key: cash_register_id })
    case 'fetch_receipt':
      return jobs.enqueue(tx, fetchReceiptsJob, { ...payload, tries: 0 }, { key: cash_register_id })
  }
}
