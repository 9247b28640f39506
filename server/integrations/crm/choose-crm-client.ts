import type { Clock } from '#/server/platform/clock.ts'
import type { Logger } from '#/server/platform/log.ts'
import type { CrmClient } from './crm-client.ts'
import { createJsonRpcCrmClient } from './jsonrpc-crm-client.ts'
import type { CrmMapping } from './mapping.ts'
import type { SignerName } from './signers.ts'
import { createStubCrmClient } from './stub-crm-client.ts'

/** What an operator says about the CRM; nothing said means the demo. */
export interface CrmSettings {
  url: string
  key: string
  secret: string
  signer: SignerName
  mapping: CrmMapping
}

export const chooseCrmClient = (config: { crm: CrmSettings | null }, clock: Clock, log: Logger): CrmClient =>
  config.crm ? createJsonRpcCrmClient({ ...config.crm, clock, log }) : createStubCrmClient({ clock })
