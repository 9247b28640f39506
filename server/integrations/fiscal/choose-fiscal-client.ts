import type { Clock } from '#/server/platform/clock.ts'
import type { Logger } from '#/server/platform/log.ts'
import { createCheckbox } from './checkbox-client.ts'
import type { FiscalClient } from './fiscal-client.ts'
import { createStubFiscalClient } from './stub-fiscal-client.ts'

export interface FiscalSettings {
  /** Without a CRM there is nothing but the demo, and its registers are not real. */
  crm: unknown
  fiscal_url: string
}

export const chooseFiscalClient = ({ crm, fiscal_url }: FiscalSettings, clock: Clock, log: Logger): FiscalClient =>
  crm === null ? createStubFiscalClient({ clock }) : createCheckbox({ url: fiscal_url, clock, log }).fiscal
