import { applyFinding } from './apply-finding.ts'
import type { Finding } from './finding.ts'
import { lookUpReceipts } from './look-up-receipts.ts'
import { findProvider, type AskingApp } from './find-provider.ts'
import { listToLookUp } from './lookup-store.ts'
import { receiptNow } from '../machine/receipt-time.ts'
import { type WorkRow } from '../machine/store.ts'

/**
 * Looks up what became of the receipts of one register that are in doubt. Only the provider's answer ends their doubt:
 * a lookup that failed, or was cut short, proves nothing.
 */
export async function reconcileReceipts(
  app: AskingApp,
  { cash_register_id }: { cash_register_id: string },
  signal?: AbortSignal,
): Promise<void> {
  const due = await listToLookUp(app.db, cash_register_id, receiptNow(app))
  for (const rows of Map.groupBy(due, ({ is_test }) => is_test).values()) {
    const seen_at = app.clock.now()
    const findings = await lookUp(app, cash_register_id, rows, signal)
    if (signal?.aborted) return
    for (const { id } of rows) {
      const finding = findings.get(id)
      if (finding === undefined) continue
      // A finding that cannot be written (another receipt got its document meanwhile) must not delay the others.
      await applyFinding(app, id, finding, seen_at).catch((error: unknown) =>
        app.log.error({ err: error, receipt_id: id }, 'what a look found was not written'),
      )
    }
  }
}

async function lookUp(
  app: AskingApp,
  registerId: string,
  rows: readonly WorkRow[],
  signal?: AbortSignal,
): Promise<Map<string, Finding>> {
  const found = await findProvider(app, registerId, rows[0]?.is_test ?? false)
  if (found.ok) return lookUpReceipts(app, found.provider, rows, signal)
  return new Map(rows.map(({ id }) => [id, { kind: 'failed', failure: found.failure, retry_after_seconds: null }]))
}
