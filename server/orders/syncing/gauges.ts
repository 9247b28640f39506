import type { App } from '#/server/app.ts'
import type { NamedGauge } from '#/server/platform/http/health/health.ts'
import { findSource } from './find-source.ts'
import { countUnreadable } from './unreadable-store.ts'

export const orderGauges = (app: Pick<App, 'db' | 'crm'>): NamedGauge[] => [
  {
    name: 'kasyr_crm_unreadable_orders',
    help: 'Orders of the CRM that cannot be read and are kept aside',
    read: async () => countUnreadable(app.db, (await findSource(app)).source.id),
  },
]
