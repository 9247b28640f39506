import type { ReceiptEvent } from '#/server/receipts/machine/facts.ts'
import { mostAttempts } from '#/server/receipts/machine/machine.ts'
import { newRow, rowAfter } from '../tell.ts'
import {
  byLostReceipt,
  isDead,
  isHeld,
  isLiving,
  isShown,
  type Doc,
  type Flight,
  type Kind,
  type Sale,
  type SaleRow,
} from './sale.ts'
import type { SaleRules } from './sale-rules.ts'

export interface SaleStep {
  label: string
  to: Sale
  /** Ours or the course of time: needs neither a person nor a parcel. */
  ours: boolean
}

export const firstSale = (rules: SaleRules): Sale => ({
  rows: [],
  documents: [],
  flights: [],
  snapshot: { seen: [], fresh: false, knowable: 0 },
  parcel: { ttn: 'A', paid: false, known_ttn: 'A', known_paid: false, tracked: true },
  scope: 0,
  hands_left: rules.hand_documents,
  changes_left: rules.credential_changes,
  backup: 'none',
  broken: null,
})

export const newSaleRow = ({ attempts }: SaleRules, sale: Sale, number: 1 | 2, kind: Kind): SaleRow => ({
  ...newRow,
  attempt: mostAttempts - attempts,
  number,
  kind,
  ttn: sale.parcel.known_ttn,
  scope: sale.scope,
  older: sale.documents.length,
  told_of: 0,
})

export const withRow = (sale: Sale, row: SaleRow): Sale => ({
  ...sale,
  rows: sale.rows.map((one) => (one.number === row.number ? row : one)),
})

export const withDocument = (sale: Sale, place: number, change: Partial<Doc>): Sale => ({
  ...sale,
  documents: sale.documents.map((doc, at) => (at === place ? { ...doc, ...change } : doc)),
})

export const addDocument = (sale: Sale, doc: Pick<Doc, 'by' | 'kind' | 'ttn' | 'scope'> & Partial<Doc>): Sale => ({
  ...sale,
  documents: [
    ...sale.documents,
    { state: 'waiting', old: false, hidden: 'never', of_lost_time: typeof sale.backup === 'object', ...doc },
  ],
  snapshot: { ...sale.snapshot, seen: [...sale.snapshot.seen, ''] },
})

/** The sale after the event, or null if the machine has nothing to write. Several events count only one after another. */
export function tellRow(rules: SaleRules, sale: Sale, number: number, ...events: ReceiptEvent[]): Sale | null {
  let after: Sale | null = null
  for (const event of events) {
    const before: Sale = after ?? sale
    const row = before.rows.find((one) => one.number === number)
    const moved = row && rowAfter(rules.decide, row, event)
    if (!row || !moved) continue
    const told_of = moved.row.document === 0 ? row.told_of : 0
    const next = withoutVoid({ ...row, ...moved.row, told_of })
    after = {
      ...withRow(before, isDead(next) ? forgetful(next) : next),
      broken: moved.broken ?? saidToBeNone(before, next, event),
    }
    if (after.broken !== null) return after
  }
  return after
}

/** Nothing was sent with a void permit: its number is given again, or stops without end would be states without end. */
const withoutVoid = (row: SaleRow): SaleRow => ({ ...row, attempt: row.attempt - row.voided, voided: 0 })

/** The machine reads only the state of a dead row; its document is read by the sweep for orphans. */
const forgetful = (row: SaleRow): SaleRow => ({
  ...row,
  ...newRow,
  state: row.state,
  attempt: row.attempt,
  document: row.document,
  told_of: 0,
})

/** Only a person may say that there is none. */
function saidToBeNone({ documents }: Sale, next: SaleRow, { type }: ReceiptEvent): string | null {
  const said = documents[next.told_of - 1]
  return isDead(next) && type !== 'given_up' && said !== undefined && isLiving(said)
    ? 'S18: said to be none, though the provider said that there is one'
    : null
}

/** A create takes effect. Beside a living document that could be known it doubles the sale. */
export function land(sale: Sale, flight: Flight): Sale {
  // What was sent before a restore cannot be known before it exists.
  const doubled =
    flight.by !== byLostReceipt &&
    sale.documents.some(
      (doc, place) => doc.kind === flight.kind && isLiving(doc) && couldBeKnown(sale, flight, doc, place),
    )
  const broken = doubled ? 'S1: a second living document, and the first could be known' : null
  return { ...addDocument(withoutFlight(sale, flight), flight), broken }
}

/** Our own receipts know what they made, but for what the provider hid from them. */
const couldBeKnown = ({ rows }: Sale, { knowable }: Flight, { by, hidden }: Doc, place: number): boolean =>
  (knowable & (1 << place)) !== 0 || (hidden === 'never' && rows.some(({ number }) => number === Math.floor(by / 10)))

export const withoutFlight = (sale: Sale, flight: Flight): Sale => ({
  ...sale,
  flights: sale.flights.filter((one) => one !== flight),
})

/**
 * Living documents of the sale that a lookup under these credentials shows, and those that we have seen and do not know
 * to be gone. That a TTN is the sale's is known once the parcel was followed to it.
 */
export const knowableNow = ({ documents, snapshot, scope, parcel }: Sale): number =>
  documents.reduce((sum, doc, place) => {
    const isKnown = isShown(doc, scope) || isLivingWord(snapshot.seen[place])
    return isLiving(doc) && isKnown && isOfSale(parcel, doc) ? sum | (1 << place) : sum
  }, 0)

const isOfSale = ({ known_ttn }: Sale['parcel'], { ttn }: Doc): boolean => ttn === 'A' || ttn === known_ttn

export const isLivingWord = (word: Doc['state'] | '' | undefined): boolean =>
  word !== undefined && word !== '' && word !== 'deleted' && word !== 'ended'

/** Living documents in our snapshot that no receipt of ours holds: they are shown to people. */
export function orphansSeen(rules: SaleRules, sale: Sale): number[] {
  const { snapshot, documents, rows } = sale
  return documents.flatMap(({ kind }, place) => {
    const isForgotten = rules.forgets_documents_of_dead_receipts && rows.some((row) => row.document === place + 1)
    const isOrphan = kind === 'ettn' && isLivingWord(snapshot.seen[place]) && !isHeld(sale, place)
    return isOrphan && !isForgotten ? [place] : []
  })
}

/** Those of the sale, under whichever TTN it went: beside them nothing is made. */
export const orphansInTheWay = (rules: SaleRules, sale: Sale): number[] =>
  orphansSeen(rules, sale).filter((place) => {
    const doc = sale.documents[place]
    if (doc === undefined || !isOfSale(sale.parcel, doc)) return false
    const isToday = doc.ttn === sale.parcel.known_ttn
    return (rules.orphan_blocks || doc.scope === sale.scope) && (rules.looks_at_former_ttn || isToday)
  })

export const step = (label: string, to: Sale | null, ours = true): SaleStep[] =>
  to === null ? [] : [{ label, to, ours }]
