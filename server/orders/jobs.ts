import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

export const compactTalliesJob = defineJob('orders.compact_tallies', z.object({}), { retry: 'none' })
