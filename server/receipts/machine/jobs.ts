import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

/** Of one register: its receipts are handled one after another, several registers at a time. */
const ofRegister = z.object({ cash_register_id: z.uuid() })
const longRun = { retry: 'none', timeout_seconds: 3_600 } as const

export const sendReceiptsJob = defineJob('receipts.send', ofRegister, { ...longRun, concurrency: 8 })
export const cancelReceiptsJob = defineJob('receipts.cancel', ofRegister, { ...longRun, concurrency: 4 })
export const reconcileReceiptsJob = defineJob('receipts.reconcile', ofRegister, { ...longRun, concurrency: 4 })
/** `tries`: how often the code was not ready yet. */
export const fetchReceiptsJob = defineJob('receipts.fetch', ofRegister.extend({ tries: z.int().min(0) }), {
  ...longRun,
  concurrency: 4,
})
/** Ticks. */
export const watchReceiptsJob = defineJob('receipts.watch', z.object({}), { retry: 'none' })
export const pollReceiptsJob = defineJob('receipts.poll', z.object({}), longRun)
export const sweepReceiptsJob = defineJob('receipts.sweep', z.object({}), longRun)
