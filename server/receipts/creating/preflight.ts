import { whyNotReceipt, type Refusal } from '#/contract/receipt-refusals.ts'
import { receiptSums } from '#/contract/receipt-sums.ts'
import type { Preflight } from '#/contract/receipts.ts'
import {
  readRegistersForReceipts,
  type RegisterForReceipts,
} from '#/server/cash-registers/reading/register-for-receipts.ts'
import type { App } from '#/server/app.ts'
import { refuse } from './bulk-create.ts'
import { listCandidates, type CandidateRow } from './candidate-store.ts'
import { advanceToFinish, candidateOf } from './create-receipt.ts'
import { refreshDocuments, type RefreshingApp } from './refresh-documents.ts'

/**
 * What a bulk of these orders would do now, by the same rules. Nothing is written or locked, so the bulk itself may
 * decide otherwise a moment later.
 */
export async function preflight(
  app: RefreshingApp & Pick<App, 'db' | 'encryption_keys' | 'clock'>,
  orderIds: readonly string[],
): Promise<Preflight> {
  await refreshDocuments(app, orderIds)
  const [rows, registers] = await Promise.all([listCandidates(app.db, orderIds), readRegistersForReceipts(app)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const seen = new Set<string>()
  /** TTNs taken by orders earlier in the list, and by which order. */
  const taken = new Map<string, string>()
  const found: Preflight = { ready: 0, amount: 0, crm_cancelled: 0, refused: [] }
  for (const id of orderIds) {
    // As PostgreSQL spells it; a bulk finds it in any case.
    const row = byId.get(id.toLowerCase())
    const refusal = seen.has(id) ? listedTwice : whyNot(row, registers, taken)
    seen.add(id)
    if (refusal) {
      found.refused.push(refuse(id, refusal.code, refusal.params))
    } else if (row) {
      if (row.ttn !== null) taken.set(row.ttn, row.number)
      found.ready += 1
      if (row.crm_cancelled) found.crm_cancelled += 1
      found.amount += receiptSums(row, row.advance?.amount ?? 0).control
    }
  }
  return found
}

const listedTwice: Refusal = { code: 'receipt.listed_twice', params: {} }

function whyNot(
  row: CandidateRow | undefined,
  registers: ReadonlyMap<string, RegisterForReceipts>,
  taken: ReadonlyMap<string, string>,
): Refusal | null {
  if (row === undefined) return { code: 'order.not_found', params: {} }
  const register = row.cash_register_id === null ? null : registers.get(row.cash_register_id)
  if (register === undefined) return { code: 'register.not_found', params: {} }
  const ttn_taken_by = row.ttn_taken_by ?? taken.get(row.ttn ?? '') ?? null
  const advance = advanceToFinish(row, register)
  return whyNotReceipt(candidateOf({ ...row, ttn_taken_by }, register, advance), advance?.amount ?? 0)
}
