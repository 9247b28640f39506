import { z } from 'zod'
import { defineJob } from '#/server/platform/job.ts'

export const purgeEventsJob = defineJob('events.purge', z.object({}), { retry: 'none' })
