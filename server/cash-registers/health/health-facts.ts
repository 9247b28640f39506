import { z } from 'zod'
import { CarrierFacts, FiscalFacts } from '#/contract/register-health.ts'
import { carrierFailureKinds } from '#/server/integrations/carrier/carrier-client.ts'
import { fiscalFailureKinds } from '#/server/integrations/fiscal/fiscal-client.ts'

/**
 * What the last check found, as it is kept in `cash_registers.health`: facts, no judgement. How good or bad they are
 * depends on the day they are read. null: there was no secret to ask with.
 */
const HealthFacts = z.object({
  fiscal: z
    .object({
      failure: z.object({ kind: z.enum(fiscalFailureKinds), detail: z.string() }).nullable(),
      facts: FiscalFacts.nullable(),
    })
    .nullable(),
  carrier: z
    .object({
      failure: z.object({ kind: z.enum(carrierFailureKinds), detail: z.string() }).nullable(),
      facts: CarrierFacts.nullable(),
    })
    .nullable(),
})
export type HealthFacts = z.infer<typeof HealthFacts>

/** What an earlier version kept in another shape is forgotten until the next check. */
export const readFacts = (kept: unknown): HealthFacts | null => HealthFacts.safeParse(kept).data ?? null
