import type { ReceiptProblem } from '#/contract/receipts.ts'
import type { App } from '#/server/context.ts'
import type { EttnDocument, FindOutcome, FiscalReceipt } from '#/server/integrations/fiscal/ettn-client.ts'
import type { FiscalFailure } from '#/server/integrations/fiscal/fiscal-client.ts'
import type { Provider } from './find-provider.ts'
import { matchDocuments, type Match } from './match-documents.ts'
import { foreignProblem, receiptErrorProblem, severalProblem, unrecognisedProblem } from '../machine/problem-words.ts'
import { documentOf } from '../machine/store.ts'
import { listHolders } from './look-store.ts'
import { type WorkRow } from '../machine/store.ts'

/** What the provider says of one receipt. `failed` proves nothing, whatever it is that failed. */
export type Finding =
  | { kind: 'waiting'; provider_id: string }
  | { kind: 'fiscal'; provider_id: string; fiscal_receipt_id: string | null }
  | { kind: 'receipt_error'; provider_id: string; problem: ReceiptProblem }
  | { kind: 'only_cancelled' }
  | { kind: 'nothing' }
  | { kind: 'several' | 'foreign'; problem: ReceiptProblem; provider_ids: string[] }
  | { kind: 'failed'; failure: FiscalFailure; retry_after_seconds: number | null }

const dayMs = 24 * 3_600_000

/**
 * Looks for the documents of receipts of one register: by id where one is known, the others in one list of everything made
 * since the first of them could have been. The list also reaches a day back, to see what others made for the same TTNs.
 */
export async function lookUpReceipts(
  app: Pick<App, 'db'>,
  provider: Provider,
  rows: readonly WorkRow[],
  signal?: AbortSignal,
): Promise<Map<string, Finding>> {
  const findings = new Map<string, Finding>()
  const unnamed = rows.filter(({ kind, provider_id }) => kind === 'ettn' && provider_id === null)
  for (const [id, finding] of await lookUpInList(app, provider, unnamed, signal)) findings.set(id, finding)
  for (const row of rows) if (!findings.has(row.id)) findings.set(row.id, await lookUpById(provider, row, signal))
  return findings
}

async function lookUpInList(
  { db }: Pick<App, 'db'>,
  { client, credentials, fiscal_number }: Provider,
  rows: readonly WorkRow[],
  signal?: AbortSignal,
): Promise<[string, Finding][]> {
  if (rows.length === 0) return []
  const earliest = Math.min(...rows.map(({ first_permit_at }) => Date.parse(first_permit_at)))
  const listed = await client.list(credentials, { since: new Date(earliest - dayMs) }, signal)
  if (listed.kind === 'failed') return rows.map(({ id }) => [id, listed])
  const byTtn = Map.groupBy(listed.documents, ({ ttn }) => ttn)
  const concerned = rows.flatMap(({ ttn }) => byTtn.get(ttn) ?? [])
  const holders = await listHolders(db, [...new Set(concerned.map(({ id }) => id))])
  return rows.map((row) => {
    const documents = byTtn.get(row.ttn) ?? []
    const taken = new Set(documents.map(({ id }) => id).filter((id) => (holders.get(id) ?? row.id) !== row.id))
    return [row.id, toFinding(row, matchDocuments({ ...row, fiscal_number }, documents, taken))]
  })
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
    case 'foreign': {
      const problem = foreignProblem(ttn, amount, match.documents[0])
      return { kind: 'foreign', problem, provider_ids: idsOf(match.documents) }
    }
    case 'unrecognised': {
      const problem = unrecognisedProblem(match.documents[0]?.raw_status ?? '')
      return { kind: 'foreign', problem, provider_ids: idsOf(match.documents) }
    }
  }
}

const idsOf = (documents: readonly EttnDocument[]): string[] => documents.map(({ id }) => id)

/** Of a document that is known to be the receipt's own. */
export function findingOf({ id, status, raw_status, receipt_id, error }: EttnDocument): Finding {
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
  { client, credentials }: Provider,
  { id, kind, provider_id }: Pick<WorkRow, 'id' | 'kind' | 'provider_id'>,
  signal?: AbortSignal,
): Promise<Finding> {
  if (kind === 'prepayment') return fromFound(await client.findReceipt(credentials, id, signal), ofReceipt)
  return fromFound(await client.find(credentials, documentOf({ id, provider_id }), signal), findingOf)
}

function fromFound<Found>(outcome: FindOutcome<Found>, read: (found: Found) => Finding): Finding {
  if (outcome.kind === 'found') return read(outcome.found)
  return outcome.kind === 'absent' ? { kind: 'nothing' } : outcome
}

function ofReceipt({ id, status, error }: FiscalReceipt): Finding {
  if (status === 'done') return { kind: 'fiscal', provider_id: id, fiscal_receipt_id: id }
  if (status === 'cancelled') return { kind: 'only_cancelled' }
  return status === 'pending'
    ? { kind: 'waiting', provider_id: id }
    : { kind: 'receipt_error', provider_id: id, problem: receiptErrorProblem(error) }
}
