import type { ReceiptEvent } from '#/server/receipts/machine/facts.ts'
import { aProblem, currentRemoval, documentId } from '../tell.ts'
import { documentOf, isDead, isLiving, isShown, type Doc, type Sale, type SaleRow, type Scope } from './sale.ts'
import type { SaleRules } from './sale-rules.ts'
import { orphansInTheWay, step, tellRow, withDocument, type SaleStep } from './sale-steps.ts'

/** Lookups of the document of a receipt, and its removal. */
export const lookSteps = (rules: SaleRules, sale: Sale): SaleStep[] =>
  sale.rows.filter((row) => !isDead(row)).flatMap((row) => stepsOf(rules, sale, row))

function stepsOf(rules: SaleRules, sale: Sale, row: SaleRow): SaleStep[] {
  const tell = (event: ReceiptEvent): SaleStep[] =>
    step(`a look: ${event.type}`, tellRow(rules, sale, row.number, event))
  const silent = (): SaleStep[] =>
    step('too long without an answer', tellRow(rules, sale, row.number, { type: 'silent_too_long', problem: aProblem }))
  switch (row.state) {
    case 'unknown':
      return [...whatIsSeen(rules, sale, row).flatMap(tell), ...silent()]
    case 'cancel_unknown':
      return [...byId(rules, sale, row, { type: 'found_nothing' }).flatMap(tell), ...silent()]
    case 'attention':
      return [
        ...(row.document === 0 ? [] : byId(rules, sale, row, { type: 'found_nothing' }).flatMap(tell)),
        ...step('the slow timer asks again', tellRow(rules, sale, row.number, { type: 'recheck_asked' })),
      ]
    case 'created':
      return [...byId(rules, sale, row, { type: 'polled_gone' }).flatMap(tell), ...claimRemoval(rules, sale, row)]
    case 'cancelling':
      return removals(rules, sale, row)
    default:
      return []
  }
}

/** The credentials of the lookup, or null where it would prove nothing. */
function lookScope(rules: SaleRules, { scope }: Sale, row: SaleRow): Scope | null {
  if (row.scope === scope || rules.absence_counts_under_other_credentials) return scope
  return null
}

function byId(rules: SaleRules, sale: Sale, row: SaleRow, absence: ReceiptEvent): ReceiptEvent[] {
  const scope = lookScope(rules, sale, row)
  const doc = documentOf(sale, row)
  if (scope === null || doc === undefined) return []
  return [isShown(doc, scope) && doc.state !== 'deleted' ? asFound(rules, doc, row.document) : absence]
}

function asFound(rules: SaleRules, { state }: Doc, number: number): ReceiptEvent {
  const provider_id = documentId(number)
  if (state === 'fiscal') return { type: 'found_fiscal', provider_id }
  if (state === 'ended' && !rules.ended_waits) return { type: 'found_ended', problem: aProblem }
  return state === 'waiting'
    ? { type: 'found_waiting', provider_id }
    : { type: 'found_receipt_error', provider_id, problem: aProblem }
}

function whatIsSeen(rules: SaleRules, sale: Sale, row: SaleRow): ReceiptEvent[] {
  const nothing: ReceiptEvent = { type: 'found_nothing' }
  if (row.document !== 0) return byId(rules, sale, row, nothing)
  const scope = lookScope(rules, sale, row)
  if (scope === null) return []
  const shown = sale.documents.flatMap((doc, place) =>
    isShown(doc, scope) && doc.kind === row.kind && doc.ttn === row.ttn ? [{ doc, place }] : [],
  )
  if (row.kind === 'prepayment') {
    const own = shown.find(({ doc }) => Math.floor(doc.by / 10) === row.number)
    return [own === undefined ? nothing : asFound(rules, own.doc, own.place + 1)]
  }
  if (rules.cuts && rules.cut_snapshot_counts_as_whole) return [nothing, ...inTheList(rules, sale, row, shown)]
  return inTheList(rules, sale, row, shown)
}

function inTheList(rules: SaleRules, sale: Sale, row: SaleRow, shown: { doc: Doc; place: number }[]): ReceiptEvent[] {
  const isOurs = (place: number): boolean =>
    place >= row.older && sale.rows.every(({ number, document }) => number === row.number || document !== place + 1)
  const living = shown.filter(({ doc }) => isLiving(doc))
  const [only, ...more] = living
  if (more.length > 0) return [{ type: 'found_several', problem: aProblem }]
  if (only !== undefined)
    return [
      isOurs(only.place) ? asFound(rules, only.doc, only.place + 1) : { type: 'found_foreign', problem: aProblem },
    ]
  // The lookup of the service is the one before a send: what prevents a send is found here too.
  if (orphansInTheWay(rules, sale).length > 0) return [{ type: 'found_foreign', problem: aProblem }]
  // The provider may continue to show what was deleted, as cancelled, or no longer.
  return shown.some(({ place }) => isOurs(place))
    ? [{ type: 'found_nothing' }, { type: 'found_only_cancelled' }]
    : [{ type: 'found_nothing' }]
}

function claimRemoval(rules: SaleRules, sale: Sale, row: SaleRow): SaleStep[] {
  if (row.kind !== 'ettn' || lookScope(rules, sale, row) === null) return []
  return step('a worker claims the removal', tellRow(rules, sale, row.number, { type: 'cancel_claimed' }))
}

/** A removal counts only when a lookup afterwards shows the document gone. */
function removals(rules: SaleRules, sale: Sale, row: SaleRow): SaleStep[] {
  const place = row.document - 1
  const doc = documentOf(sale, row)
  if (doc === undefined) return []
  const tell = (label: string, before: Sale, event: ReceiptEvent): SaleStep[] =>
    step(label, tellRow(rules, before, row.number, event))
  const removed: ReceiptEvent = { type: 'removed' }
  const refused: ReceiptEvent = { type: 'remove_refused', removal: currentRemoval, problem: aProblem }
  const silence: ReceiptEvent = { type: 'remove_ambiguous', removal: currentRemoval }
  const died = tell('the removing worker dies', sale, { type: 'lease_expired' })
  const scope = lookScope(rules, sale, row)
  if (scope === null) return tell('not found under other credentials, which proves nothing', sale, silence)
  if (!isShown(doc, scope) || doc.state === 'deleted') return [...died, ...tell('not found: removed', sale, removed)]
  if (doc.state === 'fiscal')
    return [...died, ...tell('too late', sale, { type: 'found_fiscal', provider_id: documentId(row.document) })]
  if (doc.state !== 'waiting') return [...died, ...tell('not removed', sale, refused)]
  const gone = withDocument(sale, place, { state: 'deleted' })
  return [
    ...died,
    ...tell('removed', gone, removed),
    ...tell('removed, and no answer', gone, silence),
    ...tell('refused', sale, refused),
    ...(rules.deletes_nothing
      ? tell('answered as removed, and it is still there', sale, rules.believes_a_deletion ? removed : refused)
      : []),
  ]
}
