import { AppError } from '#/contract/errors.ts'
import type { Receipt } from '#/contract/receipts.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { applyFinding } from '../lookup/apply-finding.ts'
import type { Finding } from '../lookup/finding.ts'
import { findProvider, theirTime, type AskingApp } from '../lookup/find-provider.ts'
import { lookUpReceipts } from '../lookup/look-up-receipts.ts'
import { noteGone } from '../lookup/snapshot-store.ts'
import { moveLocked } from '../machine/move-receipt.ts'
import { givenUpProblem, leftUnfinished } from '../machine/problem-words.ts'
import { findWorkRow, lockReceipt, type WorkRow } from '../machine/store.ts'
import { requireReceipt } from '../reading/show-receipt.ts'

/**
 * A person has looked in the cabinet of the provider and says that there is no document, or what became of it. It is
 * looked up once more: what is found settles the receipt, or blocks it; only a receipt whose document is not found, or
 * cannot be seen with the present credentials, can be given up, with the person's reason. A document that was known
 * counts as gone from then on, until it is seen again. An advance that the provider does not make
 * fiscal can be given up as well; the sweep watches it from then on. Another advance of the order, or a document under another
 * TTN of the parcel, is no document of this receipt and does not prevent giving it up.
 */
export async function giveUpReceipt(app: AskingApp, actor: Actor, id: string, reason: string): Promise<Receipt> {
  const seen = await findWorkRow(app.db, id)
  if (!seen) throw new AppError('receipt.not_found')
  if (seen.state !== 'attention') throw new AppError('receipt.not_given_up')
  const seen_at = app.clock.now()
  const finding = await lookUp(app, seen)
  const isUnfinished = seen.kind === 'prepayment' && finding.kind === 'waiting' && seen.provider_id !== null
  if (!isNoSight(finding) && !isUnfinished) {
    await applyFinding(app, id, finding, seen_at)
    throw new AppError('receipt.document_found')
  }
  return inTransaction(app.db, async (tx) => {
    const receipt = await lockReceipt(tx, id)
    if (!receipt) throw new AppError('receipt.not_found')
    const problem = isUnfinished ? leftUnfinished(reason) : givenUpProblem(reason)
    const event = { type: 'given_up', problem } as const
    if ((await moveLocked(app, tx, receipt, { event, evidence: { reason }, actor })) === null)
      throw new AppError('receipt.not_given_up')
    if (receipt.provider_id !== null) {
      const client = app.ettn(receipt.is_test)
      await noteGone(tx, receipt.provider_id, theirTime({ client }, seen_at))
    }
    return requireReceipt(tx, id)
  })
}

async function lookUp(app: AskingApp, row: WorkRow): Promise<Finding> {
  const found = await findProvider(app, row.cash_register_id, row.is_test)
  if (!found.ok) throw new AppError(found.refusal)
  const finding = (await lookUpReceipts(app, found.provider, [row])).get(row.id) ?? { kind: 'nothing' }
  // With other credentials than it was sent with no lookup is possible: then the person's word decides alone.
  if (finding.kind === 'failed' && finding.is_blind !== true && finding.of_other_advance !== true)
    throw new AppError('fiscal.failed', { detail: finding.failure.detail })
  return finding
}

const isNoSight = (finding: Finding): boolean =>
  finding.kind === 'nothing' ||
  finding.kind === 'only_cancelled' ||
  finding.kind === 'failed' ||
  (finding.kind === 'foreign' && (finding.of_other_advance ?? finding.of_other_ttn) === true)
