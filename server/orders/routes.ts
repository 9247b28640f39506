import type { App } from '#/server/app.ts'
import type { EventBus } from '#/server/platform/events.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { changingRoutes, notNeededRoutes } from './changing/routes.ts'
import { exportingRoutes } from './exporting/routes.ts'
import { orderRoutes } from './order/routes.ts'
import { queueRoutes } from './queue/routes.ts'
import { syncingRoutes } from './syncing/routes.ts'
import { createOrderSync } from './syncing/sync-on-view.ts'

/** Every route about orders, room by room. */
export const ordersRoutes = (app: App, bus: EventBus, syncFreshMs?: number) => async (http: Http) => {
  const sync = createOrderSync(app, bus, syncFreshMs)
  http.addHook('onClose', () => sync.stop())
  const rooms = [
    queueRoutes(app, sync.freshen),
    orderRoutes(app),
    changingRoutes(app),
    notNeededRoutes(app),
    exportingRoutes(app),
    syncingRoutes(app),
  ]
  for (const routes of rooms) await http.register(routes)
}
