import type { App } from '#/server/app.ts'
import { toKyivDay } from '#/server/integrations/kyiv-time.ts'
import type { Today } from './rules.ts'

/** By the clock of the service. */
export const todayIn = ({ clock, config }: Pick<App, 'clock' | 'config'>): Today => ({
  today: toKyivDay(clock.now()),
  late_after_days: config.money_late_days,
})
