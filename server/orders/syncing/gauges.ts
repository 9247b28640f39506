import type { App } from '#/server/context.ts'
import type { NamedGauge } from '#/server/platform/http/health.ts'
import { countUnreadable } from './unreadable-store.ts'

export const orderGauges = (app: Pick<App, 'db'>): NamedGauge[] => [
  {
    name: 'kasyr_crm_unreadable_orders',
    help: 'Orders of the CRM that cannot be read and are kept aside',
    read: () => countUnreadable(app.db),
  },
]
