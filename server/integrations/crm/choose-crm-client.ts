import type { Clock } from '#/server/platform/clock.ts'
import type { Logger } from '#/server/platform/log.ts'
import type { CrmClient } from './crm-client.ts'
import { createJsonRpcCrmClient } from './jsonrpc-crm-client.ts'
import { createMissingCrmClient } from './missing-crm-client.ts'
import type { CrmMapping } from './mapping.ts'
import type { SignerName } from './signers.ts'
import { createStubCrmClient } from './stub-crm-client.ts'

/** What an operator says about the CRM. */
export interface CrmSettings {
  url: string
  key: string
  secret: string
  signer: SignerName
  mapping: CrmMapping
}

export function chooseCrmClient(
  { is_demo, crm }: { is_demo: boolean; crm: CrmSettings | null },
  clock: Clock,
  log: Logger,
): CrmClient {
  if (is_demo) return createStubCrmClient({ clock })
  return crm === null ? createMissingCrmClient() : createJsonRpcCrmClient({ ...crm, clock, log })
}
