import type { App } from '#/server/context.ts'

/** A parcel paid for before then should have a fiscal receipt by now. */
export const paidTooLongAgo = ({ clock, config }: Pick<App, 'clock' | 'config'>): Date =>
  new Date(clock.now().getTime() - config.receipt_times.paid_unfiscal_ms)
