import { z } from 'zod'
import { defineJob } from '#/server/platform/jobs/job.ts'

/** A long round of a slow carrier must not be taken for a dead one; a worker that dies stops its heartbeat. */
export const trackParcelsJob = defineJob('parcels.track', z.object({}), { retry: 'none', timeout_seconds: 3_600 })
