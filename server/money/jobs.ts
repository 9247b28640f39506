import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

export const judgeMoneyJob = defineJob('money.judge', z.object({}), { retry: 'none', timeout_seconds: 300 })
