import { errors, type ErrorCode } from '#/contract/errors.ts'
import { findRegisterCredentials } from '#/server/cash-registers/secrets/find-register-credentials.ts'
import { readFacts } from '#/server/cash-registers/health/health-facts.ts'
import { watchProvider } from '#/server/cash-registers/checking/watch-provider.ts'
import type { App } from '#/server/app.ts'
import type { EttnClient } from '#/server/integrations/fiscal/ettn-client.ts'
import type { FiscalFailure, RegisterCredentials } from '#/server/integrations/fiscal/fiscal-client.ts'
import type { MovingApp } from '../machine/move-receipt.ts'

/** The client and credentials for calls about the receipts of a register. */
export interface Provider {
  cash_register_id: string
  is_test: boolean
  client: EttnClient
  credentials: RegisterCredentials
  /** The provider's account of these credentials: it decides which documents they see. null: not known yet. */
  scope: string | null
  /** Of the register, by its last check. */
  fiscal_number: string | null
}

export type FoundProvider =
  | { ok: true; provider: Provider }
  /** The same reason serves the refusal to a person and the note on a receipt that could not be looked up. */
  | { ok: false; refusal: ErrorCode; failure: FiscalFailure }

/** What the provider's clock showed when ours showed this, by its last answer. */
export const theirTime = ({ client }: Pick<Provider, 'client'>, ours: Date): Date =>
  new Date(ours.getTime() - client.aheadMs())

/** What a verb needs that asks the provider and moves receipts by the answer. */
export type AskingApp = MovingApp & Pick<App, 'encryption_keys'>

/** Also of a register that was switched off: receipts under way must still come to an end. */
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
