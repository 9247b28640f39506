import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { sideBySide } from '#/server/platform/side-by-side.ts'
import { applyFinding } from './apply-finding.ts'
import { fetchOfRegister } from './fetch-receipts.ts'
import { listRegistersToPoll, listToAsk, listToPoll } from './lookup-store.ts'
import { updateSnapshot } from './update-snapshot.ts'
import type { Finding } from './finding.ts'
import { findingOf, lookUpById } from './look-up-receipts.ts'
import { findProvider, theirTime, type AskingApp, type Provider } from './find-provider.ts'
import { goneAgainMs } from '../machine/machine.ts'
import { moveReceipt } from '../machine/move-receipt.ts'
import { otherCredentialsProblem } from '../machine/problem-words.ts'
import { noteReturns } from './note-returns.ts'
import { toReceiptTime } from '../machine/receipt-time.ts'
import { documentOf, type ReceiptRow } from '../machine/store.ts'
import { noteGone } from './snapshot-store.ts'
import { noteAsked, noteProblem, noteSeenUnder, noteUndeliveredCopies } from '../machine/note-store.ts'

/** Registers polled at a time. */
const atOnce = 4

/** Reads what became of documents that wait for payment: one list per register, however many they are. */
export async function pollReceipts(app: AskingApp, signal?: AbortSignal): Promise<void> {
  await sideBySide(
    await listRegistersToPoll(app.db, app.clock.now()),
    atOnce,
    async ({ cash_register_id, is_test }) => {
      if (signal?.aborted) return
      await pollRegister(app, cash_register_id, is_test, signal).catch((error: unknown) =>
        app.log.error({ err: error, cash_register_id }, 'the receipts of a register were not polled'),
      )
    },
  )
}

async function pollRegister(app: AskingApp, registerId: string, is_test: boolean, signal?: AbortSignal) {
  const rows = await listToPoll(app.db, registerId, is_test)
  const found = await findProvider(app, registerId, is_test)
  if (!found.ok) return
  if (rows.length > 0) await pollListed(app, found.provider, rows, signal)
  await fetchOfRegister(app, registerId, signal)
}

/**
 * One list shows everything made lately; older documents are read by id, a few at a time. A list that does not come
 * proves nothing of any document: then all are read by id, in turn.
 */
async function pollListed(app: AskingApp, provider: Provider, rows: readonly ReceiptRow[], signal?: AbortSignal) {
  const lookup = await updateSnapshot(app, provider, { reach: theirTime(provider, app.clock.now()) }, signal)
  if (lookup.kind === 'failed') {
    app.log.warn({ detail: lookup.failure.detail }, 'the list of documents did not come')
    const ids = rows.map(({ id }) => id)
    return askForOld(app, provider, ids, signal)
  }
  const byId = new Map(lookup.documents.map((document) => [document.id, document]))
  for (const row of rows) {
    if (signal?.aborted) return
    const document = byId.get(row.provider_id ?? '')
    if (document !== undefined) await applyPolled(app, provider, row, findingOf(document), lookup.read_at)
  }
  await noteReturns(app, provider, lookup.documents, signal)
  await noteUndeliveredCopies(app.db, lookup.documents)
  const isListed = ({ provider_id }: ReceiptRow) => byId.has(provider_id ?? '')
  const unlisted = rows.filter((row) => !isListed(row))
  const ofEarlier = rows.filter((row) => isListed(row) && isOfEarlierScope(row, provider))
  await askForOld(app, provider, idsOf(unlisted), signal)
  await tryNewScope(app, provider, idsOf(ofEarlier), signal)
}

const idsOf = (rows: readonly ReceiptRow[]): string[] => rows.map(({ id }) => id)

/**
 * How many documents that the list does not show are read at each poll, of each kind: those whose parcel is received or paid,
 * or that were missing a moment ago; and all others in turn. So a poll costs the same however old the open documents are.
 */
const askedAtOnce = { urgent: 10, others: 5 }

async function askForOld(app: AskingApp, provider: Provider, ids: readonly string[], signal?: AbortSignal) {
  for (const row of await takeTurn(app, ids, askedAtOnce)) {
    if (signal?.aborted) return
    const seen_at = app.clock.now()
    const finding = await readById(app, provider, row, signal)
    await applyPolled(app, provider, row, finding, seen_at)
  }
}

/** Where either scope is not known, there is nothing to learn. */
const isOfEarlierScope = ({ provider_scope: was }: ReceiptRow, { scope }: Provider): boolean =>
  was !== null && scope !== null && was !== scope

/** The list shows documents of an earlier cashier. Whether the present one may also read them by id is tried, a few at a poll. */
async function tryNewScope(app: AskingApp, provider: Provider, ids: readonly string[], signal?: AbortSignal) {
  for (const row of await takeTurn(app, ids, { urgent: 0, others: 5 })) {
    if (signal?.aborted) return
    await readById(app, provider, row, signal)
  }
}

async function readById(app: AskingApp, provider: Provider, row: ReceiptRow, signal?: AbortSignal): Promise<Finding> {
  const finding = await lookUpById(provider, row, signal)
  if (finding.kind === 'waiting') await noteSeenUnder(app.db, provider.scope, [finding.provider_id])
  return finding
}

/** The receipts whose documents are read by their ids at this poll: each comes in its turn. */
async function takeTurn(app: AskingApp, ids: readonly string[], atMost: typeof askedAtOnce): Promise<ReceiptRow[]> {
  if (ids.length === 0) return []
  const now = app.clock.now()
  const askedBefore = new Date(now.getTime() - app.config.worker_intervals.poll_receipts * 1000)
  const due = await listToAsk(app.db, ids, { askedBefore, now }, atMost)
  await noteAsked(app.db, idsOf(due), now)
  return due
}

/** A time in the future was written by a wrong clock. */
const isJustGone = (since: string, seen_at: Date): boolean => {
  const passedMs = seen_at.getTime() - Date.parse(since)
  return passedMs >= 0 && passedMs < goneAgainMs
}

/** Writes only what changed: a document that still waits has not. */
async function applyPolled(
  app: AskingApp,
  provider: Provider,
  row: ReceiptRow,
  finding: Finding,
  seen_at: Date,
): Promise<void> {
  // It waits for a person, but what the provider has settled meanwhile is settled.
  if (row.state === 'attention') {
    if (finding.kind === 'fiscal' || finding.kind === 'waiting' || finding.kind === 'ended')
      await applyFinding(app, row.id, finding, seen_at)
    return
  }
  switch (finding.kind) {
    case 'fiscal':
    case 'receipt_error':
    case 'ended':
      return void (await applyFinding(app, row.id, finding, seen_at))
    case 'nothing':
    case 'only_cancelled':
      await noteGone(app.db, documentOf(row), theirTime(provider, seen_at))
      if (row.gone_since !== null && isJustGone(row.gone_since, toReceiptTime(app, seen_at))) return
      return void (await moveReceipt(app, row.id, { event: { type: 'polled_gone' }, seen_at }))
    case 'waiting':
      if (row.gone_since !== null) await applyFinding(app, row.id, finding, seen_at)
      if (isOver(row.problem)) await tellProblem(app, row, null)
      return
    case 'foreign':
      // Its own document in an unknown status: shown as it is, without a move.
      if (row.problem?.detail !== finding.problem.detail) {
        app.log.error({ receipt_id: row.id, problem: finding.problem.code }, 'the provider has a new status')
        await tellProblem(app, row, finding.problem)
      }
      return
    case 'failed':
      if (finding.is_blind === true && row.problem?.code !== otherCredentialsProblem.code)
        await tellProblem(app, row, otherCredentialsProblem)
      return
    case 'several':
  }
}

/** Clears the problem that was noted while the document could not be read or understood. */
const isOver = (problem: ReceiptRow['problem']): boolean =>
  problem?.code === 'receipt.unrecognised_status' || problem?.code === otherCredentialsProblem.code

const tellProblem = (app: Pick<App, 'db'>, row: ReceiptRow, problem: ReceiptRow['problem']): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    await noteProblem(tx, row, problem)
    await announce(tx, 'receipt', row.id)
  })
