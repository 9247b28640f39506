import type { Clock } from '#/server/platform/clock.ts'
import type { Logger } from '#/server/platform/log.ts'
import type { CarrierClient } from './carrier-client.ts'
import { createNovaPoshtaClient } from './novaposhta-client.ts'
import { createStubCarrierClient } from './stub-carrier-client.ts'

/** Without a CRM it is the demo, and then nothing real is asked: the parcels of the stub shop exist nowhere. */
export const chooseCarrierClient = (
  { crm, carrier_url }: { crm: unknown; carrier_url: string },
  clock: Clock,
  log: Logger,
): CarrierClient =>
  crm === null ? createStubCarrierClient({ clock }) : createNovaPoshtaClient({ url: carrier_url, clock, log })
