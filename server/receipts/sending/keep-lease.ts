import type { App } from '#/server/app.ts'
import type { ReceiptRow } from '../machine/store.ts'
import { prolongLease } from '../machine/note-store.ts'

/**
 * Renews the lease while the work lasts, so that a slow answer is not taken for a dead process. A suspended process
 * renews nothing: its lease ends, and what it sent is looked up.
 */
export async function keepLease<Result>(
  { db, config, log }: Pick<App, 'db' | 'config' | 'log'>,
  receipt: Pick<ReceiptRow, 'id' | 'state' | 'attempt' | 'removal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { heartbeat_ms, lease_ms } = config.receipt_times
  const beat = setInterval(() => {
    prolongLease(db, receipt, lease_ms / 1000).catch((error: unknown) =>
      log.warn({ err: error, receipt_id: receipt.id }, 'a lease was not prolonged'),
    )
  }, heartbeat_ms)
  try {
    return await work()
  } finally {
    clearInterval(beat)
  }
}
