import type { App } from '#/server/app.ts'
import { quietAfter } from './decisions.ts'
import type { ReceiptEvent, ReceiptFacts, ReceiptTimes } from './facts.ts'

type TimedApp = Pick<App, 'clock' | 'ettn'>

/**
 * The times of receipts are the provider's: our clock less what it was ahead at the provider's last answer. So a doubt lasts as
 * long as it must, whatever is done to our clock, and two processes whose clocks differ agree.
 */
export const toReceiptTime = ({ ettn }: Pick<App, 'ettn'>, ours: Date): Date =>
  new Date(ours.getTime() - ettn(false).aheadMs())

export const receiptNow = (app: TimedApp): Date => toReceiptTime(app, app.clock.now())

/** A process learns the provider's time with its first answer, so by so much what was written may be ahead. */
const skewMs = 60_000

/** What comes straight after an answer of the provider, which has shown us its time. */
const isAnswer = ({ type }: ReceiptEvent): boolean => type.startsWith('found_') || type === 'polled_gone'

/**
 * Nothing waits for a future that a wrong clock has written: a doubt that begins later than now began with what was seen, an absence
 * is seen anew, and a quiet period that would last longer than the longest one begins anew. Only an answer of the provider may say
 * so: without one, a clock that is behind takes what is right for the future. `seen`: when its question was asked.
 */
export function withoutFuture(
  receipt: ReceiptFacts,
  event: ReceiptEvent,
  { now, seen }: { now: number; seen: number },
  times: ReceiptTimes,
): ReceiptFacts {
  if (!isAnswer(event)) return receipt
  const isLater = (at: number | null): boolean => at !== null && at > now + skewMs
  const longest = quietAfter({ ...receipt, send_not_after: now + times.permit_window_ms }, times)
  return {
    ...receipt,
    unknown_since: isLater(receipt.unknown_since) ? seen : receipt.unknown_since,
    absent_at: isLater(receipt.absent_at) ? null : receipt.absent_at,
    gone_since: isLater(receipt.gone_since) ? null : receipt.gone_since,
    quiet_after: (receipt.quiet_after ?? now) > longest + skewMs ? longest : receipt.quiet_after,
  }
}
