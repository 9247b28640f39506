import { errors, type ErrorCode } from '#/contract/errors.ts'
import { findRegisterCredentials } from '#/server/cash-registers/secrets/find-register-credentials.ts'
import { readFacts } from '#/server/cash-registers/health/health-facts.ts'
import { watchProvider } from '#/server/cash-registers/checking/watch-provider.ts'
import type { App } from '#/server/app.ts'
import type { EttnClient } from '#/server/integrations/fiscal/ettn-client.ts'
import type { FiscalFailure, RegisterCredentials } from '#/server/integrations/fiscal/fiscal-client.ts'

/** Whom to ask about the receipts of a register, and with what. */
export interface Provider {
  cash_register_id: string
  is_test: boolean
  client: EttnClient
  credentials: RegisterCredentials
  /** As whom the provider knows these credentials: it decides which documents they see. null: not told yet. */
  scope: string | null
  /** Of the register, by its last check. */
  fiscal_number: string | null
}

export type FoundProvider =
  | { ok: true; provider: Provider }
  /** The same reason for who refuses a person and for who notes why nothing was asked. */
  | { ok: false; refusal: ErrorCode; failure: FiscalFailure }

/** Also of a register that was switched off: what is under way must still come to its end. */
export async function findProvider(
  app: Pick<App, 'db' | 'encryption_keys' | 'ettn' | 'clock' | 'log'>,
  id: string,
  is_test: boolean,
): Promise<FoundProvider> {
  const found = await findRegisterCredentials(app, id)
  if (!found.ok) {
    const { refusal } = found
    return { ok: false, refusal, failure: { kind: 'refused', detail: errors[refusal].detail } }
  }
  const { register, credentials, scope } = found
  const client = watchProvider(app, register, app.ettn(is_test))
  const fiscal_number = readFacts(register.health)?.fiscal?.facts?.fiscal_number ?? null
  return { ok: true, provider: { cash_register_id: id, is_test, client, credentials, scope, fiscal_number } }
}
