import { z } from 'zod'
import { defineJob } from '#/server/platform/job.ts'

export const purgeSessionsJob = defineJob('auth.purge_expired', z.object({}), { retry: 'none' })
