import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

export const purgeEventsJob = defineJob('events.purge', z.object({}), { retry: 'none' })
