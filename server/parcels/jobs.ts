import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

/** A long round with a slow carrier must not count as dead; a worker that dies stops its heartbeat. */
export const trackParcelsJob = defineJob('parcels.track', z.object({}), { retry: 'none', timeout_seconds: 3_600 })
