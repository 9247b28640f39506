import type { App } from '#/server/context.ts'
import type { Today } from './store.ts'

const kyiv = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv' })

/** The day in Kyiv by the clock of the service: whether money is late depends on it. */
export const todayIn = ({ clock, config }: Pick<App, 'clock' | 'config'>): Today => ({
  today: kyiv.format(clock.now()),
  late_after_days: config.money_late_days,
})
