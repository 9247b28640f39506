import type { CarrierKeyHolder } from '#/server/cash-registers/carrier-keys.ts'
import { forgetCarrierProblem, noteCarrierProblem } from '#/server/cash-registers/carrier-problem-store.ts'
import type { App } from '#/server/context.ts'
import type { CarrierFailure, CarrierFailureKind } from '#/server/integrations/carrier/carrier-client.ts'

/** A key does not mend itself; a carrier out of breath does. */
const pauseSeconds: Record<CarrierFailureKind, number> = {
  key_rejected: 3_600,
  daily_limit: 6 * 3_600,
  rate_limited: 60,
  unreachable: 60,
  timeout: 60,
  unavailable: 60,
  bad_answer: 300,
}

/** What asking in a register's name came to: a failure pauses it, an answer ends whatever was wrong with it. */
export async function mindRegister(
  app: Pick<App, 'db' | 'clock' | 'log'>,
  holder: CarrierKeyHolder,
  failure: CarrierFailure | null,
): Promise<void> {
  if (failure !== null) await pauseRegister(app, holder, failure)
  else if (holder.problem !== null) await forgetCarrierProblem(app.db, holder.id)
}

/** Only this register is left alone for a while; its parcels say why nothing new is known of them. */
async function pauseRegister(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  holder: CarrierKeyHolder,
  { kind, detail, retry_after_seconds }: CarrierFailure,
): Promise<void> {
  const now = clock.now()
  const seconds = Math.max(pauseSeconds[kind], retry_after_seconds ?? 0)
  log.warn({ kind, cash_register_id: holder.id, seconds }, 'the carrier does not answer a register')
  const told = `${holder.name}: ${detail}`
  await noteCarrierProblem(
    db,
    holder,
    { kind, detail: told, since: now.toISOString() },
    new Date(now.getTime() + seconds * 1000),
  )
}
