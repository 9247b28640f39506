import { pluralize } from '#/contract/plurals.ts'
import { firstYear, lastYear, type QuickRange } from './days.ts'
import type { DayFault } from './read-day.ts'

export const quickRangeLabels: Record<QuickRange, string> = {
  today: 'Сьогодні',
  yesterday: 'Вчора',
  this_week: 'Цей тиждень',
  this_month: 'Цей місяць',
  last_month: 'Минулий місяць',
}

/** What is wrong with a day that was typed, and what to do. */
export function dayFaultWords(wrong: DayFault): string {
  if (wrong.fault === 'not_a_date') return 'Введіть день, місяць і рік, наприклад 09.03.2026'
  if (wrong.fault === 'no_such_month') return 'У році 12 місяців: перевірте місяць'
  if (wrong.fault === 'strange_year') return `Рік має бути від ${firstYear} до ${lastYear}: перевірте рік`
  const days = pluralize(wrong.daysInMonth, { one: 'день', few: 'дні', many: 'днів', other: 'дня' })
  return `У цьому місяці ${days}: перевірте день`
}
