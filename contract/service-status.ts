import { z } from 'zod'

/** What every page says about the service as a whole. */
export const ServiceStatus = z
  .strictObject({
    demo: z.boolean().describe('Усе вигадане: CRM, посилки й чеки'),
    version: z.string(),
  })
  .meta({ id: 'ServiceStatus' })
export type ServiceStatus = z.infer<typeof ServiceStatus>
