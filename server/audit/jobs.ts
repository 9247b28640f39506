import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

/** The next minute does it again, so a failure is not retried. Without a checkpoint it reads the whole log. */
export const sealAuditJob = defineJob('audit.seal', z.strictObject({}), { retry: 'none', timeout_seconds: 3_600 })

/** Reads the whole log; the next day does it again, so a failure is not retried. */
export const verifyAuditJob = defineJob('audit.verify', z.strictObject({}), { retry: 'none', timeout_seconds: 3_600 })
