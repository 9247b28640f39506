import { theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import type { FiscalReceipt } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { applyFinding } from './apply-finding.ts'
import { listToFetch } from './lookup-store.ts'
import { noteAsked, noteDelivery, noteFiscalReceipt, noteProblem, writeFiscalReceipt } from '../machine/note-store.ts'
import { fiscalErrorProblem } from '../machine/problem-words.ts'
import { fetchReceiptsJob } from '../machine/jobs.ts'
import { lookUpById } from './look-up-receipts.ts'
import { findProvider, type AskingApp, type Provider } from './find-provider.ts'
import { insertEvent, lockReceipt, type ReceiptRow } from '../machine/store.ts'

/** A code takes seconds to come. Afterwards the poll fetches it, once a minute. */
const mostTries = 5

/**
 * Fetches fiscal codes and pages for buyers of fiscal receipts; prepayments become fiscal here. What is not ready is
 * fetched again later.
 */
export async function fetchReceipts(
  app: AskingApp,
  { cash_register_id, tries }: { cash_register_id: string; tries: number },
  signal?: AbortSignal,
): Promise<void> {
  const notReady = await fetchOfRegister(app, cash_register_id, signal)
  if (notReady === 0 || tries >= mostTries || signal?.aborted) return
  await inTransaction(app.db, (tx) =>
    app.jobs.enqueue(
      tx,
      fetchReceiptsJob,
      { cash_register_id, tries: tries + 1 },
      { key: `${cash_register_id} again`, start_after_seconds: 2 ** (tries + 1) },
    ),
  )
}

/** Returns how many are not ready. The register is read once for all its receipts of one provider. */
export async function fetchOfRegister(app: AskingApp, registerId: string, signal?: AbortSignal): Promise<number> {
  let notReady = 0
  for (const [is_test, rows] of Map.groupBy(
    await listToFetch(app.db, registerId, app.clock.now()),
    (row) => row.is_test,
  )) {
    const found = await findProvider(app, registerId, is_test)
    if (!found.ok) return notReady
    await noteAsked(
      app.db,
      rows.map(({ id }) => id),
      app.clock.now(),
    )
    for (const row of rows) {
      if (signal?.aborted) return notReady
      if (!(await fetchOne(app, found.provider, row, signal))) notReady += 1
    }
  }
  return notReady
}

async function fetchOne(app: AskingApp, provider: Provider, row: ReceiptRow, signal?: AbortSignal): Promise<boolean> {
  if (row.state === 'created') {
    const seen_at = app.clock.now()
    const finding = await lookUpById(provider, row, signal)
    if (finding.kind !== 'fiscal' && finding.kind !== 'ended') return false
    await applyFinding(app, row.id, finding, seen_at)
    if (finding.kind === 'ended') return true
  }
  const receiptId = await findReceiptId(app, provider, row, signal)
  if (receiptId === null) return false
  const outcome = await provider.client.findReceipt(provider.credentials, receiptId, signal)
  if (outcome.kind !== 'found') return false
  if (outcome.found.fiscal_code === null) {
    await noteWithoutCode(app, row, outcome.found)
    return false
  }
  if (row.fiscal_code === null) await keepFiscalReceipt(app, row.id, outcome.found)
  else await noteDelivery(app.db, row.id, outcome.found)
  return true
}

/** The fiscal receipt has ended without a number: its receipt says so, in the words of the provider. */
async function noteWithoutCode(app: AskingApp, row: ReceiptRow, { status, error }: FiscalReceipt): Promise<void> {
  const problem = status === 'error' || status === 'cancelled' ? fiscalErrorProblem(error) : null
  if (row.kind !== 'ettn' || row.problem?.detail === problem?.detail) return
  await inTransaction(app.db, async (tx) => {
    await noteProblem(tx, { id: row.id, state: 'fiscalized' }, problem)
    await announce(tx, 'receipt', row.id)
  })
}

async function findReceiptId(
  { db }: Pick<App, 'db'>,
  provider: Provider,
  row: ReceiptRow,
  signal?: AbortSignal,
): Promise<string | null> {
  if (row.kind === 'prepayment') return row.id
  if (row.fiscal_receipt_id !== null) return row.fiscal_receipt_id
  const finding = await lookUpById(provider, row, signal)
  const receiptId = finding.kind === 'fiscal' ? finding.fiscal_receipt_id : null
  if (receiptId !== null) await noteFiscalReceipt(db, row.id, receiptId)
  return receiptId
}

function keepFiscalReceipt(app: AskingApp, id: string, receipt: FiscalReceipt): Promise<void> {
  return inTransaction(app.db, async (tx) => {
    const row = await lockReceipt(tx, id)
    if (row === undefined || !(await writeFiscalReceipt(tx, row, receipt))) return
    if (row.problem?.code === fiscalErrorProblem(null).code) await noteProblem(tx, row, null)
    await insertEvent(tx, id, row.events + 1, theSystem, {
      event: 'fiscal_code_received',
      from_state: row.state,
      to_state: row.state,
      at: app.clock.now().toISOString(),
      details: { fiscal_code: receipt.fiscal_code },
    })
    await announce(tx, 'receipt', id)
  })
}
