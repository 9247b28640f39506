import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

export const recheckRegistersJob = defineJob('cash_registers.recheck', z.object({}), {
  retry: 'none',
  timeout_seconds: 600,
})
