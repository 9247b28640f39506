import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

export const purgeSessionsJob = defineJob('auth.purge_expired', z.object({}), { retry: 'none' })

/** Counts of refused tries whose window is over become entries. */
export const tellRefusalsJob = defineJob('auth.tell_refusals', z.object({}), { retry: 'none' })
