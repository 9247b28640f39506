import type { Clock } from '#/server/platform/clock.ts'
import type { Logger } from '#/server/platform/log.ts'
import { createCheckbox } from './checkbox/client.ts'
import { chooseEttnClient } from './choose-ettn-client.ts'
import type { EttnClient } from './ettn-client.ts'
import type { FiscalClient } from './fiscal-client.ts'
import { createStubFiscalClient } from './stub/fiscal-client.ts'

export interface FiscalSettings {
  /** The registers of the demo are not real. */
  is_demo: boolean
  fiscal_url: string
  fiscal_prefix: string
}

export interface FiscalClients {
  fiscal: FiscalClient
  /** Where a receipt is made is frozen with it: one of a test register never meets the provider. */
  ettn: (is_test: boolean) => EttnClient
}

export function chooseFiscalClients(
  { is_demo, fiscal_url: url, fiscal_prefix: prefix }: FiscalSettings,
  stub: EttnClient,
  clock: Clock,
  log: Logger,
): FiscalClients {
  const checkbox = createCheckbox({ url, prefix, clock, log })
  return {
    fiscal: is_demo ? createStubFiscalClient({ clock }) : checkbox.fiscal,
    ettn: (is_test) => chooseEttnClient({ is_demo, is_test }, { real: checkbox.ettn, stub }),
  }
}
