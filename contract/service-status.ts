import { z } from 'zod'
import { Instant } from './common.ts'
import { secondFactorPolicies } from './second-factor.ts'

/** What every page says about the service as a whole. */
export const ServiceStatus = z
  .strictObject({
    demo: z.boolean().describe('Усе вигадане: CRM, посилки й чеки'),
    version: z.string(),
    second_factor: z
      .enum(secondFactorPolicies)
      .describe('Хто зобов’язаний мати другий фактор; у демо — ніхто (optional)'),
    audit_alarm: z
      .strictObject({ since: Instant, reason: z.string() })
      .nullable()
      .describe('Журнал дій пошкоджено або вкорочено; null: усе гаразд'),
  })
  .meta({ id: 'ServiceStatus' })
export type ServiceStatus = z.infer<typeof ServiceStatus>
