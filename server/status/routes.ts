import { ServiceStatus } from '#/contract/service-status.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { showStatus } from './show-status.ts'

export const statusRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/status',
    {
      config: { permission: 'self.manage' },
      schema: { tags: ['Служба'], summary: 'Стан служби: демо чи ні, версія', response: { 200: ServiceStatus } },
    },
    async () => showStatus(app),
  )
}
