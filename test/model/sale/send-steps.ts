import type { ReceiptEvent } from '#/server/receipts/machine/facts.ts'
import { mostAttempts } from '#/server/receipts/machine/machine.ts'
import { aProblem, documentId } from '../tell.ts'
import { isLiving, isShown, makerOf, type Doc, type Flight, type Snapshot, type Sale, type SaleRow } from './sale.ts'
import type { SaleRules } from './sale-rules.ts'
import {
  isLivingWord,
  knowableNow,
  land,
  orphansInTheWay,
  step,
  tellRow,
  withoutFlight,
  withRow,
  type SaleStep,
} from './sale-steps.ts'

/** The lookup before a send, the permit, and the outcome. Between any two of them others may act. */
export const sendSteps = (rules: SaleRules, sale: Sale): SaleStep[] => [
  ...looks(rules, sale),
  ...sale.rows.flatMap((row) => [...claims(rules, sale, row), ...lease(rules, sale, row), ...quietEnds(sale, row)]),
  ...sale.flights.flatMap((flight) => outcomes(rules, sale, flight)),
]

function looks(rules: SaleRules, sale: Sale): SaleStep[] {
  const fresh = sale.rows.some(({ state }) => state === 'queued')
  const knowable = fresh ? knowableNow(sale) : 0
  const read = (seen: Snapshot['seen']): Sale => ({ ...sale, snapshot: { seen, fresh, knowable } })
  const whole = step('the register’s documents are read', read(seenIn(rules, sale)))
  return rules.cuts && rules.cut_snapshot_counts_as_whole
    ? [...whole, ...step('the list comes cut short', read(sale.snapshot.seen))]
    : whole
}

function seenIn(rules: SaleRules, { documents, snapshot, scope, backup }: Sale): Snapshot['seen'] {
  const isMissed = ({ old, of_lost_time }: Doc): boolean =>
    (rules.look_reaches_two_days && old) ||
    (rules.restored_snapshot_counts_as_read_now && of_lost_time && backup === 'restored')
  return documents.map((doc, place) => {
    const before = snapshot.seen[place] ?? ''
    if (doc.scope !== scope || doc.kind !== 'ettn' || isMissed(doc)) return before
    // Not in the list, and unknown to the provider when read by its id.
    if (doc.hidden === 'now') return before === '' ? '' : 'deleted'
    return doc.state
  })
}

function claims(rules: SaleRules, sale: Sale, row: SaleRow): SaleStep[] {
  const isFirst = row.attempt === mostAttempts - rules.attempts
  const needsLook = row.kind === 'ettn' && (rules.looks_before_first_send || !isFirst)
  if (row.state !== 'queued' || (needsLook && !sale.snapshot.fresh)) return []
  const ready = withRow(sale, { ...row, scope: sale.scope })
  const inTheWay = needsLook ? orphansInTheWay(rules, sale) : []
  if (inTheWay.length > 0)
    return step(
      'a worker finds a document in the way',
      tellRow(rules, used(ready), row.number, ...found(sale, row, inTheWay)),
    )
  const claimed = tellRow(rules, ready, row.number, { type: 'claimed' })
  if (claimed === null) return []
  const { kind, ttn, number, attempt } = row
  const knowable = sale.snapshot.fresh ? sale.snapshot.knowable : knowableNow(sale)
  const flight: Flight = { by: makerOf({ number, attempt: attempt + 1 }), kind, ttn, scope: sale.scope, knowable }
  return step('a worker claims the receipt and sends', { ...used(claimed), flights: [...claimed.flights, flight] })
}

const used = (sale: Sale): Sale => ({ ...sale, snapshot: { ...sale.snapshot, fresh: false, knowable: 0 } })

/** Nothing is sent: the permit only leads to where the document belongs, or to a person. */
function found({ snapshot, documents, scope }: Sale, row: SaleRow, places: readonly number[]): ReceiptEvent[] {
  const attempt = row.attempt + 1
  const [place = -1, ...more] = places
  const doc = documents[place]
  const isAlike = doc?.ttn === row.ttn && doc.scope === scope && place >= row.older
  if (more.length > 0 || !isAlike)
    return [
      { type: 'claimed' },
      { type: 'stopped', attempt, problem: aProblem },
      { type: 'found_foreign', problem: aProblem },
    ]
  const provider_id = documentId(place + 1)
  const positive: ReceiptEvent[] = [{ type: 'claimed' }, { type: 'sent_positive', attempt, provider_id }]
  const word = snapshot.seen[place]
  if (word === 'fiscal') return [...positive, { type: 'found_fiscal', provider_id }]
  return word === 'error' ? [...positive, { type: 'found_receipt_error', provider_id, problem: aProblem }] : positive
}

/** A restored receipt may be in the middle of a send that no worker makes. */
function lease(rules: SaleRules, sale: Sale, row: SaleRow): SaleStep[] {
  if (row.state !== 'sending' || sale.flights.some(({ by }) => by === makerOf(row))) return []
  return step('the lease runs out', tellRow(rules, sale, row.number, { type: 'lease_expired' }))
}

/** Exact: the period is over when nothing of the receipt can take effect any more, and not before. */
function quietEnds(sale: Sale, row: SaleRow): SaleStep[] {
  const isFlying = sale.flights.some(({ by }) => by === makerOf(row))
  if (row.quiet !== 'pending' || isFlying) return []
  return step('the quiet period ends', withRow(sale, { ...row, quiet: 'over' }))
}

function outcomes(rules: SaleRules, sale: Sale, flight: Flight): SaleStep[] {
  const row = sale.rows.find((one) => one.state === 'sending' && makerOf(one) === flight.by)
  const landed = land(sale, flight)
  const lost = withoutFlight(sale, flight)
  if (row === undefined) return [...step('a request takes effect late', landed), ...step('a request is lost', lost)]
  const { attempt, number } = row
  const tell = (label: string, before: Sale, event: ReceiptEvent): SaleStep[] =>
    step(label, before.broken === null ? tellRow(rules, before, number, event) : before)
  const provider_id = documentId(landed.documents.length)
  const silence: ReceiptEvent = { type: 'sent_ambiguous', attempt, problem: aProblem }
  return [
    ...tell('made, and answered', landed, { type: 'sent_positive', attempt, provider_id }),
    ...tell('made, and no answer', landed, silence),
    ...tell('no answer, and it may still be made', sale, silence),
    ...tell('refused', lost, { type: 'sent_refused', attempt, problem: aProblem }),
    ...toldExists(rules, lost, row),
  ]
}

function toldExists(rules: SaleRules, sale: Sale, row: SaleRow): SaleStep[] {
  const place = sale.documents.findIndex((doc) => doc.kind === row.kind && doc.ttn === row.ttn && isLiving(doc))
  if (!rules.refuses_doubles || place === -1) return []
  const noted = withRow(sale, { ...row, told_of: place + 1 })
  const event: ReceiptEvent = { type: 'sent_exists', attempt: row.attempt, problem: aProblem }
  return step('refused, because such a document exists', tellRow(rules, noted, row.number, event))
}

/** Whether a person would be shown the document under the credentials of today. */
export const isAdoptable = (sale: Sale, place: number): boolean => {
  const doc = sale.documents[place]
  const isFree = sale.rows.every((row) => row.document !== place + 1)
  return doc !== undefined && isFree && isShown(doc, sale.scope) && (doc.state === 'waiting' || doc.state === 'fiscal')
}

export const isSeenLiving = ({ snapshot }: Sale, place: number): boolean => isLivingWord(snapshot.seen[place])
