import type { App } from '#/server/app.ts'
import type { EttnDocument, FindOutcome, FiscalReceipt } from '#/server/integrations/fiscal/ettn-client.ts'
import {
  endedProblem,
  foreignProblem,
  otherCredentialsProblem,
  otherTtnProblem,
  receiptErrorProblem,
  severalProblem,
  unrecognisedProblem,
} from '../machine/problem-words.ts'
import { documentOf, type ReceiptRow, type WorkRow } from '../machine/store.ts'
import type { Finding } from './finding.ts'
import { findProvider, theirTime, type Provider } from './find-provider.ts'
import { searchOtherAdvance } from './search-other-advance.ts'
import { listHolders, listOtherTtns } from './lookup-store.ts'
import { isLiving, matchDocuments, type Match } from './match-documents.ts'
import { listDocumentsOfTtns, type KeptDocument } from './snapshot-store.ts'
import { readDocument, updateSnapshot, type Lookup } from './update-snapshot.ts'

type LookingApp = Pick<App, 'db' | 'clock' | 'encryption_keys' | 'ettn' | 'log'>

type WholeLookup = Extract<Lookup, { kind: 'whole' }>

const dayMs = 24 * 3_600_000
/** A receipt that waits for a person for months must not make each of its lookups longer. */
const longestAgainMs = 14 * dayMs

/**
 * Looks up the documents of receipts of one register that were sent: by id where one is known, the others in the
 * snapshot, which also shows documents that others made for the same TTNs.
 */
export async function lookUpReceipts(
  app: LookingApp,
  provider: Provider,
  rows: readonly WorkRow[],
  signal?: AbortSignal,
): Promise<Map<string, Finding>> {
  const findings = new Map<string, Finding>()
  const unnamed = rows.filter(({ kind, provider_id }) => kind === 'ettn' && provider_id === null)
  if (unnamed.length > 0) {
    const earliest = Math.min(...unnamed.map(({ first_permit_at }) => Date.parse(first_permit_at))) - dayMs
    const again = new Date(Math.max(earliest, theirTime(provider, app.clock.now()).getTime() - longestAgainMs))
    const lookup = await updateSnapshot(app, provider, { reach: new Date(earliest), again }, signal)
    for (const [id, finding] of await findInSnapshot(app, provider, unnamed, lookup, signal)) findings.set(id, finding)
  }
  for (const row of rows) {
    if (findings.has(row.id)) continue
    const finding = await lookUpById(provider, row, signal)
    const isAdvance = row.kind === 'prepayment' && finding.kind === 'nothing'
    findings.set(row.id, isAdvance ? await lookUpBesideAdvance(app, provider, row, signal) : finding)
  }
  return findings
}

/** An advance has its own id, but beside a document for the whole parcel, or another advance, it would be a second receipt. */
async function lookUpBesideAdvance(
  app: LookingApp,
  provider: Provider,
  row: WorkRow,
  signal?: AbortSignal,
): Promise<Finding> {
  const others = (await listOtherTtns(app.db, [row.id])).get(row.id) ?? []
  const documents = await listDocumentsAsOf(app, provider, [row.ttn, ...others], new Set(), signal)
  const living = documents.filter(isLiving)
  const [first] = living
  if (first === undefined) return searchOtherAdvance(app, provider, row, signal)
  return toForeign(first.ttn ?? row.ttn, row.amount, living)
}

/** What the snapshot, as of this lookup, says of each receipt. */
export async function findInSnapshot(
  app: LookingApp,
  provider: Provider,
  rows: readonly WorkRow[],
  lookup: Lookup,
  signal?: AbortSignal,
): Promise<[string, Finding][]> {
  if (lookup.kind === 'failed') return rows.map(({ id }) => [id, lookup])
  const otherTtns = await listOtherTtns(
    app.db,
    rows.map(({ id }) => id),
  )
  const ttns = [...rows.map(({ ttn }) => ttn), ...[...otherTtns.values()].flat()]
  const listed = new Set(lookup.documents.map(({ id }) => id))
  const documents = await listDocumentsAsOf(app, provider, ttns, listed, signal)
  const byTtn = Map.groupBy(documents, ({ ttn }) => ttn)
  const holders = await listHolders(app.db, idsOf(documents))
  return rows.map((row) => {
    const ofTtn = byTtn.get(row.ttn) ?? []
    const taken = new Set(ofTtn.map(({ id }) => id).filter((id) => (holders.get(id) ?? row.id) !== row.id))
    const match = matchDocuments({ ...row, fiscal_number: provider.fiscal_number }, ofTtn, taken)
    const others = (otherTtns.get(row.id) ?? []).flatMap((ttn) => (byTtn.get(ttn) ?? []).filter(isLiving))
    const finding = besideOthers(row, others, ifItProves(provider, row, toFinding(row, match)))
    return [row.id, ifReadable(lookup, [row.ttn, ...(otherTtns.get(row.id) ?? [])], finding)]
  })
}

/** Where the receipt has no document of its own, a document under another TTN of its sale blocks it. */
function besideOthers({ ttn, amount }: WorkRow, others: readonly KeptDocument[], finding: Finding): Finding {
  const [first] = others
  const isAbsence = finding.kind === 'nothing' || finding.kind === 'only_cancelled'
  if (!isAbsence || first === undefined) return finding
  const problem = otherTtnProblem(ttn, amount, first)
  return { kind: 'foreign', problem, provider_ids: idsOf(others), of_other_ttn: true }
}

/**
 * A living document that this lookup did not list may have been removed since it was seen: then it is read by its id,
 * at the register that made it.
 */
async function listDocumentsAsOf(
  app: LookingApp,
  provider: Provider,
  ttns: readonly string[],
  listed: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<KeptDocument[]> {
  const kept = await listDocumentsOfTtns(app.db, ttns, provider.is_test)
  const unlisted = kept.filter((document) => isLiving(document) && !listed.has(document.id))
  if (unlisted.length === 0) return kept
  for (const document of unlisted) {
    const maker = await findMaker(app, provider, document)
    if (maker !== null) await readDocument(app, maker, document, signal)
  }
  return listDocumentsOfTtns(app.db, ttns, provider.is_test)
}

/** null: it cannot be read now, so the snapshot counts. */
async function findMaker(
  app: LookingApp,
  provider: Provider,
  { cash_register_id, is_test }: KeptDocument,
): Promise<Provider | null> {
  if (cash_register_id === provider.cash_register_id) return provider
  const found = await findProvider(app, cash_register_id, is_test)
  return found.ok ? found.provider : null
}

/**
 * Credentials of another account do not see what was sent before: that they do not see it proves nothing. What they do
 * see counts, also that the receipt's own document is cancelled.
 */
export function ifItProves(
  { scope }: Pick<Provider, 'scope'>,
  row: Pick<ReceiptRow, 'provider_scope' | 'provider_id'>,
  finding: Finding,
): Finding {
  const isAbsence = finding.kind === 'nothing' || (finding.kind === 'only_cancelled' && row.provider_id === null)
  if (!isAbsence || row.provider_scope === null || row.provider_scope === scope) return finding
  const failure = { kind: 'refused', detail: otherCredentialsProblem.detail } as const
  return { kind: 'failed', failure, retry_after_seconds: null, is_blind: true }
}

/** An entry of its TTN that could not be read may be its document, so only what was seen counts. */
function ifReadable({ unreadable_ttns }: WholeLookup, ttns: readonly string[], finding: Finding): Finding {
  const isAbsence = finding.kind === 'nothing' || finding.kind === 'only_cancelled'
  const unread = ttns.find((ttn) => unreadable_ttns.includes(ttn))
  if (!isAbsence || unread === undefined) return finding
  const detail = `у переліку Checkbox за ТТН ${unread} є запис без номера документа, тож чи є за нею чек, не відомо`
  return { kind: 'failed', failure: { kind: 'bad_answer', detail }, retry_after_seconds: null, of_ttn: true }
}

function toFinding({ ttn, amount }: WorkRow, match: Match): Finding {
  switch (match.kind) {
    case 'waiting':
    case 'fiscal':
    case 'receipt_error':
      return findingOf(match.document)
    case 'only_cancelled':
    case 'nothing':
      return { kind: match.kind }
    case 'several':
      return { kind: 'several', problem: severalProblem(ttn, match.documents), provider_ids: idsOf(match.documents) }
    case 'foreign':
      return toForeign(ttn, amount, match.documents)
    case 'unrecognised': {
      const problem = unrecognisedProblem(match.documents[0]?.raw_status ?? '')
      return { kind: 'foreign', problem, provider_ids: idsOf(match.documents) }
    }
  }
}

/** Documents of the TTN that are not the receipt's own: no other may be made beside them. */
const toForeign = (ttn: string, amount: number, documents: readonly SeenDocument[]): Finding => ({
  kind: 'foreign',
  problem: foreignProblem(ttn, amount, documents[0]),
  provider_ids: idsOf(documents),
})

/** The columns of the snapshot are all that a match needs. */
type SeenDocument = Omit<EttnDocument, 'is_copy_undelivered'>

const idsOf = (documents: readonly { id: string }[]): string[] => documents.map(({ id }) => id)

/** For a document that is known to be the receipt's own. */
export function findingOf({ id, status, raw_status, receipt_id, error }: SeenDocument): Finding {
  switch (status) {
    case 'waiting':
      return { kind: 'waiting', provider_id: id }
    case 'fiscalized':
    case 'returned':
      return { kind: 'fiscal', provider_id: id, fiscal_receipt_id: receipt_id }
    case 'receipt_error':
      return { kind: 'receipt_error', provider_id: id, problem: receiptErrorProblem(error) }
    case 'cancelled':
      return { kind: 'only_cancelled' }
    case 'unrecognised':
      return { kind: 'foreign', problem: unrecognisedProblem(raw_status), provider_ids: [id] }
  }
}

/** A prepayment has the id we gave it, whether an answer came or not. */
export async function lookUpById(
  provider: Provider,
  row: Pick<WorkRow, 'id' | 'kind' | 'provider_id' | 'provider_scope'>,
  signal?: AbortSignal,
): Promise<Finding> {
  const { client, credentials } = provider
  const finding =
    row.kind === 'prepayment'
      ? fromFound(await client.findReceipt(credentials, row.id, signal), ofReceipt)
      : fromFound(await client.find(credentials, documentOf(row), signal), findingOf)
  return ifItProves(provider, row, finding)
}

function fromFound<Found>(outcome: FindOutcome<Found>, read: (found: Found) => Finding): Finding {
  if (outcome.kind === 'found') return read(outcome.found)
  return outcome.kind === 'absent' ? { kind: 'nothing' } : outcome
}

/** A receipt that ended in ERROR never becomes fiscal, and its id cannot be used again. */
function ofReceipt({ id, status, error }: FiscalReceipt): Finding {
  switch (status) {
    case 'done':
      return { kind: 'fiscal', provider_id: id, fiscal_receipt_id: id }
    case 'pending':
      return { kind: 'waiting', provider_id: id }
    case 'error':
    case 'cancelled':
      return { kind: 'ended', problem: endedProblem(error) }
  }
}
