import type { App } from '#/server/context.ts'
import { announce } from '#/server/events/announce.ts'
import type { EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { applyFinding } from './apply-finding.ts'
import { fetchOfRegister, type FetchingApp } from './fetch-receipts.ts'
import { listRegistersToPoll, listToPoll } from './look-store.ts'
import { findingOf, lookUpById, type Finding } from './look-up-receipts.ts'
import { findProvider, type Provider } from './find-provider.ts'
import { goneAgainMs } from '../machine/machine.ts'
import { moveReceipt } from '../machine/move-receipt.ts'
import { noteReturns } from './note-returns.ts'
import type { ReceiptRow } from '../machine/store.ts'
import { noteProblem } from '../machine/note-store.ts'

/** So many registers are asked at a time. */
const atOnce = 4
const dayMs = 24 * 3_600_000

/** What became of the documents that wait: one list per register, however many they are. */
export async function pollReceipts(app: FetchingApp, signal?: AbortSignal): Promise<void> {
  const waiting = await listRegistersToPoll(app.db)
  const pollNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (signal?.aborted) return
      const { cash_register_id, is_test } = next
      await pollRegister(app, cash_register_id, is_test, signal).catch((error: unknown) =>
        app.log.error({ err: error, cash_register_id }, 'the receipts of a register were not polled'),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, pollNext))
}

async function pollRegister(app: FetchingApp, registerId: string, is_test: boolean, signal?: AbortSignal) {
  const rows = await listToPoll(app.db, registerId, is_test)
  const found = await findProvider(app, registerId, is_test)
  if (!found.ok) return
  if (rows.length > 0) await pollListed(app, found.provider, rows, signal)
  await fetchOfRegister(app, registerId, signal)
}

async function pollListed(app: FetchingApp, provider: Provider, rows: readonly ReceiptRow[], signal?: AbortSignal) {
  const oldest = Math.min(...rows.map(({ created_at }) => Date.parse(created_at)))
  const seen_at = app.clock.now()
  const listed = await provider.client.list(provider.credentials, { since: new Date(oldest - dayMs) }, signal)
  if (listed.kind === 'failed') {
    app.log.warn({ detail: listed.failure.detail }, 'the list of documents did not come')
    return
  }
  const byId = new Map(listed.documents.map((document) => [document.id, document]))
  for (const row of rows) {
    if (signal?.aborted) return
    const document = byId.get(row.provider_id ?? '')
    // Left out of the list it may still be there: only a look at itself says that it is gone.
    const finding = document === undefined ? await lookUpById(provider, row, signal) : findingOf(document)
    await applyPolled(app, row, finding, document, seen_at)
  }
  await noteReturns(app, listed.documents)
}

/** Writes only what is news: a document that still waits is none. */
async function applyPolled(
  app: FetchingApp,
  row: ReceiptRow,
  finding: Finding,
  document: EttnDocument | undefined,
  seen_at: Date,
): Promise<void> {
  // A person's turn, but what the provider has settled meanwhile is settled.
  if (row.state === 'attention') {
    if (finding.kind !== 'fiscal') return
    await moveReceipt(app, row.id, { type: 'recheck_asked' })
    return void (await applyFinding(app, row.id, finding, seen_at))
  }
  switch (finding.kind) {
    case 'fiscal':
    case 'receipt_error':
      return void (await applyFinding(app, row.id, finding, seen_at))
    case 'nothing':
    case 'only_cancelled':
      if (row.gone_since !== null && seen_at.getTime() - Date.parse(row.gone_since) < goneAgainMs) return
      return void (await moveReceipt(app, row.id, { type: 'polled_gone' }, {}, undefined, seen_at))
    case 'waiting':
      if (row.gone_since !== null) await applyFinding(app, row.id, finding, seen_at)
      if (row.problem?.code === 'receipt.unrecognised_status') await tellProblem(app, row, null)
      return
    case 'foreign':
      // Its own document in a state nobody knows: shown as it is, and moved nowhere.
      if (row.problem?.detail !== finding.problem.detail) {
        app.log.error({ receipt_id: row.id, status: document?.raw_status }, 'the provider has a new status')
        await tellProblem(app, row, finding.problem)
      }
      return
    case 'several':
    case 'failed':
  }
}

const tellProblem = (app: Pick<App, 'db'>, row: ReceiptRow, problem: ReceiptRow['problem']): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    await noteProblem(tx, row, problem)
    await announce(tx, 'receipt', row.id)
  })
