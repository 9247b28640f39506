import { MoneyAlarms } from '#/contract/parcel-payments.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { importRoutes, payoutRoutes } from './importing/routes.ts'
import { lineRoutes } from './lines/routes.ts'
import { parcelPaymentRoutes } from './parcels/routes.ts'
import { shiftRoutes } from './shifts/routes.ts'
import { showAlarms } from './show-alarms.ts'

export const moneyRoutes = (app: App) => async (http: Http) => {
  const rooms = [importRoutes, payoutRoutes, lineRoutes, shiftRoutes, parcelPaymentRoutes]
  for (const routesOf of rooms) await http.register(routesOf(app))

  http.get(
    '/money/alarms',
    {
      config: { permission: 'money.read' },
      schema: { tags: ['Гроші'], summary: 'Що з грошима потребує уваги', response: { 200: MoneyAlarms } },
    },
    () => showAlarms(app),
  )
}
