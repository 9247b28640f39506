import type { CarrierClient } from './integrations/carrier/carrier-client.ts'
import type { CrmClient } from './integrations/crm/crm-client.ts'
import type { EttnClient } from './integrations/fiscal/ettn-client.ts'
import type { FiscalClient } from './integrations/fiscal/fiscal-client.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database/db.ts'
import type { EncryptionKeys, FollowedKeys } from './platform/encryption/encryption-keys.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Logger } from './platform/log.ts'

/**
 * Everything a verb may need. A verb takes it first and names what it uses with `Pick`. A feature adds what it brings along
 * with `declare module`, as it does with its tables; `start-context.ts` puts the whole together.
 */
export interface App {
  db: Db
  clock: Clock
  /** From 0 to 1: spreads what must not all happen at once. */
  random: () => number
  log: Logger
  jobs: Jobs
  encryption_keys: EncryptionKeys
  token_keys: FollowedKeys
  crm: CrmClient
  carrier: CarrierClient
  fiscal: FiscalClient
  /** Test registers have the stub even where everything else is real. */
  ettn: (is_test: boolean) => EttnClient
}
