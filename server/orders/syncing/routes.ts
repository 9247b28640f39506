import { z } from 'zod'
import { CrmDecision } from '#/contract/other-crm.ts'
import { actorOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { decideCrm } from './decide-crm.ts'

export const syncingRoutes = (app: App) => async (http: Http) => {
  http.post(
    '/crm/decision',
    {
      config: { permission: 'crm.decide', errors: ['crm.nothing_to_decide', 'crm.other_meanwhile'] },
      schema: {
        tags: ['Замовлення'],
        summary: 'Сказати, чи інша CRM у налаштуваннях — той самий магазин',
        body: CrmDecision,
        response: { 204: z.null() },
      },
    },
    (request) => decideCrm(app, actorOf(request), request.body),
  )
}
