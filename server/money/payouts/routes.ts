import { z } from 'zod'
import { Id } from '#/contract/common.ts'
import { AppError } from '#/contract/errors.ts'
import {
  OneWithdrawnPayout,
  PayeeList,
  Payout,
  PayoutList,
  PayoutListQuery,
  WithdrawnPayoutList,
  WithdrawnPayoutQuery,
  WithdrawPayoutRequest,
} from '#/contract/payouts.ts'
import { actorOf } from '#/server/auth/guard.ts'
import { showPayees } from '#/server/cash-registers/payees/store.ts'
import type { App } from '#/server/app.ts'
import { fromCursor, startOfDay, toPage } from '#/server/platform/cursor.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { judgeChanged } from '../judging/judge-changed.ts'
import { findPayout, listPayouts } from './store.ts'
import { withdrawPayout } from './withdraw-payout.ts'
import { findWithdrawn, listWithdrawn } from './withdrawn-store.ts'

const tags = ['Гроші']
const params = z.strictObject({ id: Id })

export const payoutRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/money/payees',
    {
      config: { permission: 'money.read' },
      schema: { tags, summary: 'Одержувачі переказів (ФОП)', response: { 200: PayeeList } },
    },
    async () => ({ items: await showPayees(app.db) }),
  )

  http.get(
    '/money/registers',
    {
      config: { permission: 'money.read' },
      schema: { tags, summary: 'Реєстри переказів', querystring: PayoutListQuery, response: { 200: PayoutList } },
    },
    async ({ query }) => {
      await judgeChanged(app)
      const payouts = await listPayouts(app.db, query, fromCursor(query.cursor))
      return toPage(payouts, query.limit, ({ day, id }) => ({ at: startOfDay(day), id }))
    },
  )

  http.get(
    '/money/registers/:id',
    {
      config: { permission: 'money.read', errors: ['money.register_not_found'] },
      schema: { tags, summary: 'Один реєстр переказів', params, response: { 200: Payout } },
    },
    async (request) => {
      await judgeChanged(app)
      const payout = await findPayout(app.db, request.params.id)
      if (payout === undefined) throw new AppError('money.register_not_found')
      return payout
    },
  )

  http.delete(
    '/money/registers/:id',
    {
      config: { permission: 'money.import', errors: ['money.register_not_found'] },
      schema: {
        tags,
        summary: 'Вилучити реєстр переказів, ніби його не завантажували',
        params,
        body: WithdrawPayoutRequest,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await withdrawPayout(app, actorOf(request), request.params.id, request.body?.reason ?? null)
      return reply.code(204).send(null)
    },
  )

  addWithdrawnRoutes(app, http)
}

function addWithdrawnRoutes(app: App, http: Http): void {
  http.get(
    '/money/registers/withdrawn',
    {
      config: { permission: 'money.read' },
      schema: {
        tags,
        summary: 'Вилучені й замінені реєстри переказів, найновіші спочатку',
        querystring: WithdrawnPayoutQuery,
        response: { 200: WithdrawnPayoutList },
      },
    },
    async ({ query }) => {
      const payouts = await listWithdrawn(app.db, query, fromCursor(query.cursor))
      return toPage(payouts, query.limit, ({ withdrawn_at, id }) => ({ at: withdrawn_at, id }))
    },
  )

  http.get(
    '/money/registers/withdrawn/:id',
    {
      config: { permission: 'money.read', errors: ['money.withdrawn_not_found'] },
      schema: {
        tags,
        summary: 'Один вилучений реєстр переказів з усіма рядками',
        params,
        response: { 200: OneWithdrawnPayout },
      },
    },
    async (request) => {
      const payout = await findWithdrawn(app.db, request.params.id)
      if (payout === undefined) throw new AppError('money.withdrawn_not_found')
      return payout
    },
  )
}
