import type { Clock } from '#/server/platform/clock.ts'
import type { Logger } from '#/server/platform/log.ts'
import type { CarrierClient } from './carrier-client.ts'
import { createNovaPoshtaClient } from './novaposhta-client.ts'
import { createStubCarrierClient } from './stub-carrier-client.ts'

/** A demo makes no real calls: the parcels of the stub shop exist nowhere. */
export const chooseCarrierClient = (
  { is_demo, carrier_url }: { is_demo: boolean; carrier_url: string },
  clock: Clock,
  log: Logger,
): CarrierClient =>
  is_demo ? createStubCarrierClient({ clock }) : createNovaPoshtaClient({ url: carrier_url, clock, log })
