import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

export const fetchZReportsJob = defineJob('money.fetch_z_reports', z.object({}), {
  retry: 'none',
  timeout_seconds: 600,
})
