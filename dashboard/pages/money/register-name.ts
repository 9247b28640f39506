import type { Payout } from '#/contract/payouts.ts'
import { formatDay } from '../../words/format.ts'

/** «Реєстр № 40000017 від 15.10.2026». */
export const nameOf = ({ number, day }: Pick<Payout, 'number' | 'day'>): string =>
  `Реєстр №\u00a0${number} від\u00a0${formatDay(day)}`
