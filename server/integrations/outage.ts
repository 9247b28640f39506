import { toClock } from './kyiv-time.ts'

/** The other side is ill: worth a second try, and counted by the breaker. A bad key or question stays bad. */
export const isSick = ({ kind }: { kind: string }): boolean =>
  kind === 'unreachable' || kind === 'timeout' || kind === 'unavailable'

/** The end of a sentence that says until when the other side is not asked, and what it last failed with. */
export const untilAndWhy = ({ until, last }: { until: Date; last: string | null }): string =>
  `до ${toClock(until)}${last === null ? '' : `; остання помилка: ${last}`}`
