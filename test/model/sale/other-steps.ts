import type { ReceiptEvent } from '#/server/receipts/machine/facts.ts'
import { aProblem, documentId } from '../tell.ts'
import { byHand, byLostReceipt, isDead, isLiving, isShown, type Doc, type Sale, type SaleRow } from './sale.ts'
import type { SaleRules } from './sale-rules.ts'
import {
  addDocument,
  knowableNow,
  newSaleRow,
  orphansInTheWay,
  step,
  tellRow,
  withDocument,
  withRow,
  type SaleStep,
} from './sale-steps.ts'
import { isAdoptable, isSeenLiving } from './send-steps.ts'

/** Cashiers of the shop. */
export const personSteps = (rules: SaleRules, sale: Sale): SaleStep[] => [
  ...creations(rules, sale),
  ...sale.rows.flatMap((row) => [
    ...(rules.cancels
      ? step('a person cancels', tellRow(rules, sale, row.number, { type: 'cancel_asked' }), false)
      : []),
    ...adoptions(rules, sale, row),
    ...givingUp(rules, sale, row),
  ]),
]

function creations(rules: SaleRules, sale: Sale): SaleStep[] {
  const { rows } = sale
  if (rows.length >= rules.rows) return []
  const kind = rules.advance && rows.length === 0 ? 'prepayment' : 'ettn'
  const before = rows.at(-1)
  if (before !== undefined && (rules.advance ? before.state !== 'fiscalized' : !isDead(before))) return []
  const number = rows.length === 0 ? 1 : 2
  const created = { ...sale, rows: [...rows, newSaleRow(rules, sale, number, kind)] }
  const orphans = kind === 'ettn' ? orphansInTheWay(rules, sale) : []
  if (orphans.length === 0) return step('a receipt is asked for', created, false)
  return created.rows.filter((row) => row.number === number).flatMap((row) => adoptions(rules, created, row))
}

/** The server reads the document anew, so the credentials of today see it: they are its credentials from now on. */
function adoptions(rules: SaleRules, sale: Sale, row: SaleRow): SaleStep[] {
  const isAttached = row.state === 'attention' && row.document === 0
  if (row.state !== 'queued' && !isAttached) return []
  return sale.documents.flatMap((doc, place) => {
    const isOffered = isAttached || isSeenLiving(sale, place)
    if (!isOffered || doc.kind !== row.kind || doc.ttn !== row.ttn || !isAdoptable(sale, place)) return []
    const verb = isAttached ? 'attached' : 'adopted'
    const type = doc.state === 'fiscal' ? (`${verb}_fiscal` as const) : (`${verb}_waiting` as const)
    const ready = withRow(sale, { ...row, scope: sale.scope })
    const told = tellRow(rules, ready, row.number, { type, provider_id: documentId(place + 1) })
    return step(`a person has the document ${verb}`, told, false)
  })
}

function givingUp(rules: SaleRules, sale: Sale, row: SaleRow): SaleStep[] {
  const isClear =
    row.scope === sale.scope &&
    !sale.documents.some((doc) => isLiving(doc) && doc.ttn === row.ttn && isShown(doc, sale.scope))
  if (row.state !== 'attention' || (!isClear && !rules.gives_up_without_a_look)) return []
  const event: ReceiptEvent = { type: 'given_up', problem: aProblem }
  return step('a person gives up', tellRow(rules, sale, row.number, event), false)
}

/** Other people in the cabinet of the provider, the parcel, the owner of the shop, and the provider itself. */
export const outsideSteps = (rules: SaleRules, sale: Sale): SaleStep[] => [
  ...hands(rules, sale),
  ...sale.documents.flatMap((doc, place) => fates(rules, sale, doc, place)),
  ...parcel(rules, sale),
  ...owner(rules, sale),
]

function hands(rules: SaleRules, sale: Sale): SaleStep[] {
  if (sale.hands_left === 0) return []
  const left = { ...sale, hands_left: sale.hands_left - 1 }
  return rules.hand_scopes.flatMap((scope) => {
    const doc = { by: byHand, kind: 'ettn', ttn: sale.parcel.ttn, scope } as const
    const earlier = sale.rows.length === 0 && sale.backup === 'none'
    return [
      ...step(`a hand makes a document${scope === 0 ? '' : ' under other credentials'}`, addDocument(left, doc), false),
      ...(earlier ? step('a hand made a document a week ago', addDocument(left, { ...doc, old: true }), false) : []),
    ]
  })
}

function fates(rules: SaleRules, sale: Sale, doc: Doc, place: number): SaleStep[] {
  const become = (label: string, change: Partial<Doc>, ours = false): SaleStep[] =>
    step(label, withDocument(sale, place, change), ours)
  const steps: SaleStep[] = []
  if (doc.kind === 'prepayment') {
    if (doc.state === 'waiting')
      steps.push(
        ...become('the advance is fiscal', { state: 'fiscal' }, true),
        ...become('the advance ends in ERROR', { state: 'ended' }, true),
      )
    return steps
  }
  const isPaid = sale.parcel.paid && sale.parcel.ttn === doc.ttn
  if (doc.state === 'waiting' || doc.state === 'error') {
    steps.push(...become('a hand removes the document', { state: 'deleted' }))
    if (isPaid) steps.push(...become('the document is fiscal', { state: 'fiscal' }))
    if (isPaid && doc.state === 'waiting') steps.push(...become('fiscalizing fails', { state: 'error' }))
  }
  if (rules.hides && isLiving(doc) && doc.hidden === 'never')
    steps.push(...become('the provider hides the document', { hidden: 'now' }))
  if (doc.hidden === 'now') steps.push(...become('the provider shows the document again', { hidden: 'was' }))
  return steps
}

function parcel(rules: SaleRules, sale: Sale): SaleStep[] {
  const { parcel: now } = sale
  const become = (label: string, change: Partial<Sale['parcel']>, ours: boolean): SaleStep[] =>
    step(label, { ...sale, parcel: { ...now, ...change } }, ours)
  const known_ttn = rules.follows_redirects ? now.ttn : now.known_ttn
  const known_paid = now.known_paid || (now.paid && known_ttn === now.ttn)
  return [
    ...(now.paid || !rules.pays ? [] : become('the parcel is paid for', { paid: true, tracked: false }, false)),
    ...(now.tracked ? [] : become('the parcel is tracked', { known_ttn, known_paid, tracked: true }, true)),
    ...(rules.redirects && !now.paid && now.ttn === 'A'
      ? become('the parcel is redirected', { ttn: 'B', tracked: false }, false)
      : []),
  ]
}

function owner(rules: SaleRules, sale: Sale): SaleStep[] {
  const { documents, scope, snapshot, backup, changes_left } = sale
  const stale = { ...snapshot, fresh: false, knowable: 0 }
  const steps: SaleStep[] = []
  if (changes_left > 0) {
    const to = { ...sale, scope: scope === 0 ? 1 : 0, changes_left: changes_left - 1, snapshot: stale } as const
    steps.push(...step('the credentials change', to, false))
  }
  if (rules.days_pass && documents.some(({ old }) => !old)) {
    const aged = documents.reduce((so_far, _, place) => withDocument(so_far, place, { old: true }), sale)
    steps.push(...step('days pass', { ...aged, snapshot: stale }, false))
  }
  if (rules.restores && backup === 'none') steps.push(...step('a backup is made', backedUp(sale), false))
  if (typeof backup === 'object') steps.push(...step('the backup is restored', restored(rules, sale, backup), false))
  return steps
}

const backedUp = (sale: Sale): Sale => {
  const { rows, snapshot, scope, documents, flights } = sale
  const flying = flights.map(({ by }) => by)
  return { ...sale, backup: { rows, seen: snapshot.seen, scope, documents: documents.length, flying } }
}

/** Our rows and our snapshot are as they were; what the provider has stays. */
function restored(rules: SaleRules, sale: Sale, backup: Exclude<Sale['backup'], string>): Sale {
  const { rows, seen, scope, flying } = backup
  const makerAfter = (by: number, place = Infinity): number =>
    by === byHand || place < backup.documents || flying.includes(by) ? by : byLostReceipt
  const documents = sale.documents.map((doc, place) => ({ ...doc, by: makerAfter(doc.by, place) }))
  const unseen = documents.slice(backup.documents).map(() => '' as const)
  const after: Sale = {
    ...sale,
    rows,
    scope,
    documents,
    flights: sale.flights.map((flight) => ({ ...flight, by: makerAfter(flight.by) })),
    snapshot: { seen: [...seen, ...unseen], fresh: false, knowable: 0 },
    parcel: { ...sale.parcel, tracked: false },
    backup: 'restored',
  }
  if (!rules.look_survives_restore) return after
  return { ...after, snapshot: { ...after.snapshot, fresh: true, knowable: knowableNow(after) } }
}
