import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

/** Reads the whole log; the next day does it again, so a failure is not retried. */
export const verifyAuditJob = defineJob('audit.verify', z.strictObject({}), { retry: 'none', timeout_seconds: 3_600 })
