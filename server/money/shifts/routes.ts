import { ShiftCountList, ShiftCountQuery } from '#/contract/shift-counts.ts'
import type { App } from '#/server/app.ts'
import type { Http } from '#/server/platform/http/http.ts'
import { listShifts } from './list-shifts.ts'

export const shiftRoutes = (app: App) => async (http: Http) => {
  http.get(
    '/money/shifts',
    {
      config: { permission: 'money.read' },
      schema: {
        tags: ['Гроші'],
        summary: 'Зміни: наші чеки поруч із Z-звітами',
        description: 'Z-звіт — незалежний підрахунок Checkbox. Стан less_than_ours: у Z-звіті бракує нашого чека.',
        querystring: ShiftCountQuery,
        response: { 200: ShiftCountList },
      },
    },
    ({ query }) => listShifts(app, query),
  )
}
