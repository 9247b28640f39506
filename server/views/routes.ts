import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import { SavedView, SavedViewList, SaveViewRequest } from '#/contract/saved-views.ts'
import { actorOf, identityOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { forgetView } from './forget-view.ts'
import { saveView } from './save-view.ts'
import { listViews } from './store.ts'

const tags = ['Замовлення']

export const viewRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/views',
    {
      config: { permission: 'self.manage' },
      schema: { tags, summary: 'Власні збережені списки', response: { 200: SavedViewList } },
    },
    async (request) => ({ items: await listViews(app.db, identityOf(request).user.id) }),
  )

  http.post(
    '/views',
    {
      config: { permission: 'self.manage', errors: ['view.too_many'] },
      schema: { tags, summary: 'Зберегти список під назвою', body: SaveViewRequest, response: { 200: SavedView } },
    },
    (request) => saveView(app, actorOf(request), identityOf(request).user.id, request.body),
  )

  http.delete(
    '/views/:id',
    {
      config: { permission: 'self.manage', errors: ['view.not_found'] },
      schema: {
        tags,
        summary: 'Видалити збережений список',
        params: z.strictObject({ id: Id }),
        response: { 204: z.null() },
      },
    },
    (request) => forgetView(app, actorOf(request), identityOf(request).user.id, request.params.id),
  )
}
