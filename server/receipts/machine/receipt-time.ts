import type { App } from '#/server/app.ts'
import { quietAfter } from './decisions.ts'
import type { ReceiptFacts, ReceiptTimes } from './facts.ts'

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

/**
 * Nothing waits for a future that a wrong clock has written: what is noted as seen later than now was not seen, and a
 * quiet period that would last longer than the longest one begins anew.
 */
export function withoutFuture(receipt: ReceiptFacts, now: number, times: ReceiptTimes): ReceiptFacts {
  const unlessLater = (at: number | null): number | null => (at !== null && at > now + skewMs ? null : at)
  const longest = quietAfter({ ...receipt, send_not_after: now + times.permit_window_ms }, times)
  const { quiet_after } = receipt
  return {
    ...receipt,
    unknown_since: unlessLater(receipt.unknown_since),
    absent_at: unlessLater(receipt.absent_at),
    gone_since: unlessLater(receipt.gone_since),
    quiet_after: quiet_after !== null && quiet_after > longest + skewMs ? longest : quiet_after,
  }
}
