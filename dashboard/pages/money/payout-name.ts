import type { Payout, WithdrawnPayout } from '#/contract/payouts.ts'
import { formatDay } from '../../words/format.ts'

/** «Реєстр № 40000017 від 15.10.2026». */
export const nameOf = ({ number, day }: Pick<Payout, 'number' | 'day'>): string =>
  `Реєстр №\u00a0${number} від\u00a0${formatDay(day)}`

/** «Вилучений реєстр № 40000017 від 15.10.2026». */
export const withdrawnNameOf = (payout: Pick<WithdrawnPayout, 'number' | 'day' | 'is_corrected'>): string =>
  `${payout.is_corrected ? 'Замінений' : 'Вилучений'} ${nameOf(payout).replace('Реєстр', 'реєстр')}`
