import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs.ts'

export const purgeEventsJob = defineJob('events.purge', z.object({}), { retry: 'none' })
