import { z } from 'zod'
import type { FiscalFailure } from '#/server/integrations/fiscal/fiscal-client.ts'

/** How long, and how often in a row, the provider has not answered in a register's name. Any answer ends it. */
const ProviderSilence = z.object({ detail: z.string(), since: z.string(), failures: z.int() })
export type ProviderSilence = z.infer<typeof ProviderSilence>

/** One answer lost among many is the network's; so many in a row are the provider's, and worth telling everybody. */
export const worthTelling = 3

/** null: it answers, or too little is known to say that it does not. */
export function toldSilence(kept: unknown): ProviderSilence | null {
  const { data } = ProviderSilence.safeParse(kept)
  return data !== undefined && data.failures >= worthTelling ? data : null
}

const silent: ReadonlySet<FiscalFailure['kind']> = new Set([
  'unreachable',
  'timeout',
  'unavailable',
  'bad_answer',
] as const)

/** A refusal is an answer. So is being asked to come later. A request that we did not send in time proves nothing. */
export function whatWasHeard(failure: FiscalFailure | null): 'answer' | 'silence' | 'nothing' {
  if (failure?.kind === 'permit_over') return 'nothing'
  return failure !== null && silent.has(failure.kind) ? 'silence' : 'answer'
}
