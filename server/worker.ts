import { sealAuditJob, verifyAuditJob } from './audit/jobs.ts'
import { sealAudit } from './audit/verifying/seal-audit.ts'
import { verifyAndRaise } from './audit/verifying/verify-audit.ts'
import { purgeSessionsJob, tellRefusalsJob } from './auth/jobs.ts'
import { tellRefusals } from './auth/note-refusal.ts'
import { purgeExpired } from './auth/store.ts'
import { recheckRegistersJob } from './cash-registers/jobs.ts'
import { recheckRegisters } from './cash-registers/recheck-registers.ts'
import type { App } from './context.ts'
import { purgeEventsJob } from './events/jobs.ts'
import { judgeMoneyJob } from './money/jobs.ts'
import { judgeChanged } from './money/judge-changed.ts'
import { fetchZReports } from './money/shifts/fetch-z-reports.ts'
import { fetchZReportsJob } from './money/shifts/jobs.ts'
import { compactTalliesJob } from './orders/jobs.ts'
import { compactTallies } from './orders/queue/tally-store.ts'
import { trackParcelsJob } from './parcels/jobs.ts'
import { trackWhenPossible } from './parcels/track-soon.ts'
import { purgeEvents } from './platform/events.ts'
import { on, type Binding } from './platform/job.ts'
import { removeDocuments } from './receipts/sending/remove-documents.ts'
import { fetchReceipts } from './receipts/lookup/fetch-receipts.ts'
import {
  cancelReceiptsJob,
  fetchReceiptsJob,
  pollReceiptsJob,
  reconcileReceiptsJob,
  sendReceiptsJob,
  sweepReceiptsJob,
  watchReceiptsJob,
} from './receipts/machine/jobs.ts'
import { pollReceipts } from './receipts/lookup/poll-receipts.ts'
import { reconcileReceipts } from './receipts/lookup/reconcile-receipts.ts'
import { sendReceipts } from './receipts/sending/send-receipts.ts'
import { sweepOrphans } from './receipts/orphans/sweep-orphans.ts'
import { watchReceipts } from './receipts/watch-receipts.ts'

const minutes = 60
const hours = 60 * minutes

/** The whole background life of the service: every job, the verb that does it and how often it comes by itself. */
export const background: readonly Binding<App>[] = [
  on(purgeSessionsJob, (app) => purgeExpired(app.db), 1 * hours),
  on(tellRefusalsJob, tellRefusals, 1 * minutes),
  on(compactTalliesJob, (app) => compactTallies(app.db), 1 * minutes),
  on(judgeMoneyJob, judgeChanged, 1 * minutes),
  on(fetchZReportsJob, (app, _payload, signal) => fetchZReports(app, signal), 6 * hours),
  on(trackParcelsJob, trackWhenPossible, ({ config }) => config.worker_intervals.track),
  on(recheckRegistersJob, (app, _payload, signal) => recheckRegisters(app, signal), 5 * minutes),
  on(purgeEventsJob, (app) => purgeEvents(app.db), 10 * minutes),
  on(sealAuditJob, sealAudit, 1 * minutes),
  on(verifyAuditJob, (app, _payload, signal) => verifyAndRaise(app, { signal }), 24 * hours),
  on(sendReceiptsJob, sendReceipts),
  on(cancelReceiptsJob, removeDocuments),
  on(reconcileReceiptsJob, reconcileReceipts),
  on(fetchReceiptsJob, fetchReceipts),
  on(watchReceiptsJob, watchReceipts, ({ config }) => config.worker_intervals.reconcile),
  on(
    pollReceiptsJob,
    (app, _payload, signal) => pollReceipts(app, signal),
    ({ config }) => config.worker_intervals.poll_receipts,
  ),
  on(
    sweepReceiptsJob,
    (app, _payload, signal) => sweepOrphans(app, signal),
    ({ config }) => config.worker_intervals.sweep,
  ),
]

/** Works until stopped. What was written to the audit log is sealed at the stop. */
export async function startWorker(app: App): Promise<{ stop(): Promise<unknown> }> {
  await app.jobs.work()
  const notSealed = (error: unknown) => app.log.error({ err: error }, 'audit entries are not sealed')
  return { stop: () => sealAudit(app).catch(notSealed) }
}
