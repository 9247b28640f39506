import type { App } from '#/server/app.ts'
import { toKyivDay } from '#/server/integrations/kyiv-time.ts'
import type { NamedGauge } from '#/server/platform/http/health/health.ts'
import { countLessThanOurs } from './list-shifts.ts'

const monthMs = 31 * 24 * 3_600_000

export const shiftGauges = (app: Pick<App, 'db' | 'clock'>): NamedGauge[] => [
  {
    name: 'kasyr_shifts_less_than_ours',
    help: 'Shifts of the last 31 days whose Z-report lacks receipts of ours',
    read: () => countLessThanOurs(app, { from: toKyivDay(new Date(app.clock.now().getTime() - monthMs)) }),
  },
]
