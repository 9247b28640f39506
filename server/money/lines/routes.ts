import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import { PayoutLine, PayoutLineList, PayoutLineQuery, SettleRequest } from '#/contract/payouts.ts'
import { actorOf } from '#/server/auth/guard/guard.ts'
import type { App } from '#/server/app.ts'
import { fromCursor, startOfDay, toPage } from '#/server/platform/cursor.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { judgeChanged } from '../judging/judge-changed.ts'
import { listLines } from '../payouts/line-store.ts'
import { reopenLine, settleLine } from './settle-line.ts'

const tags = ['Гроші']
const params = z.strictObject({ id: Id })

export const lineRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/money/lines',
    {
      config: { permission: 'money.read' },
      schema: { tags, summary: 'Рядки реєстрів', querystring: PayoutLineQuery, response: { 200: PayoutLineList } },
    },
    async ({ query }) => {
      await judgeChanged(app)
      const lines = await listLines(app.db, query, fromCursor(query.cursor))
      return toPage(lines, query.limit, ({ day, id }) => ({ at: startOfDay(day), id }))
    },
  )

  http.post(
    '/money/lines/:id/settle',
    {
      config: { permission: 'money.settle', errors: ['money.line_not_found', 'money.line_not_open'] },
      schema: {
        tags,
        summary: 'Рядок не потребує дій, з причиною',
        params,
        body: SettleRequest,
        response: { 200: PayoutLine },
      },
    },
    (request) => settleLine(app, actorOf(request), request.params.id, request.body.reason),
  )

  http.delete(
    '/money/lines/:id/settle',
    {
      config: { permission: 'money.settle', errors: ['money.line_not_found', 'money.line_not_settled'] },
      schema: { tags, summary: 'Зняти рішення про рядок', params, response: { 200: PayoutLine } },
    },
    (request) => reopenLine(app, actorOf(request), request.params.id),
  )
}
