import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs.ts'

export const purgeSessionsJob = defineJob('auth.purge_expired', z.object({}), { retry: 'none' })
