import { documentOf, isDead, isHeld, isLiving, type Sale, type SaleRow } from './sale.ts'
import type { SaleRules } from './sale-rules.ts'
import { isLivingWord, orphansInTheWay, orphansSeen } from './sale-steps.ts'

/** What is wrong with a sale, if anything. That it is not doubled is seen when a create takes effect. */
export function wrongWith(rules: SaleRules, sale: Sale): string | null {
  if (sale.broken !== null) return sale.broken
  return sale.rows.reduce<string | null>((wrong, row) => wrong ?? wrongWithRow(sale, row), null) ?? untold(rules, sale)
}

function wrongWithRow(sale: Sale, row: SaleRow): string | null {
  const { state } = row
  const known = documentOf(sale, row)
  if (isDead(row) || state === 'queued') {
    const isHere = sale.documents.some(
      (doc, place) => isLiving(doc) && doc.hidden === 'never' && isOf(sale, row, doc.by, place),
    )
    if (isHere) return `S2: ${state}, and a document is there`
    if (sale.flights.some(({ by }) => isBy(row, by))) return `S2: ${state}, and a create may still land`
  }
  if (state === 'fiscalized' && known?.state !== 'fiscal') return 'S3: fiscalized, and nothing fiscal is there'
  const mustKnow = ['created', 'cancelling', 'cancel_unknown', 'fiscalized'].includes(state)
  return mustKnow && known === undefined ? `S4: ${state} without a document` : null
}

const isBy = ({ number }: SaleRow, by: number): boolean => Math.floor(by / 10) === number

/** The one it holds; or, if it never held any, what it made. Another one that it made is an orphan, and shown. */
const isOf = (sale: Sale, row: SaleRow, by: number, place: number): boolean =>
  !isHeld(sale, place) && (row.document === 0 ? isBy(row, by) : row.document === place + 1)

/** Every living document that we have seen and no receipt holds, and every paid sale without a fiscal receipt, is shown to people. */
function untold(rules: SaleRules, sale: Sale): string | null {
  const { documents, snapshot, parcel, rows } = sale
  const told = new Set(orphansSeen(rules, sale))
  const inDoubt = rows.some(
    ({ state, document }) => document === 0 && ['sending', 'unknown', 'attention'].includes(state),
  )
  const isSilent = documents.some(
    (doc, place) =>
      isLiving(doc) && isLivingWord(snapshot.seen[place]) && !isHeld(sale, place) && !told.has(place) && !inDoubt,
  )
  if (isSilent) return 'S19: a living document that no receipt stands for, and nobody is told'
  const isFiscal = documents.some(({ kind, state }) => kind === 'ettn' && state === 'fiscal')
  const isTold = parcel.known_paid && !rows.some((row) => silences(rules, row))
  return parcel.tracked && parcel.paid && !isFiscal && !isTold
    ? 'S20: paid, no fiscal receipt, and nobody is told'
    : null
}

function silences({ silenced_by }: SaleRules, row: SaleRow): boolean {
  if (silenced_by === 'a fiscal advance') return row.state === 'fiscalized'
  return row.kind === 'ettn' && (silenced_by === 'any live receipt' ? !isDead(row) : row.state === 'fiscalized')
}

/** Only a person, a parcel or another program can act now. */
export const isSettled = (rules: SaleRules, sale: Sale): boolean =>
  sale.flights.length === 0 && sale.rows.every((row) => isSettledRow(rules, sale, row))

function isSettledRow(rules: SaleRules, sale: Sale, row: SaleRow): boolean {
  const known = documentOf(sale, row)
  if (isDead(row) || row.state === 'fiscalized') return true
  const isBlind = row.scope !== sale.scope
  if (row.state === 'created') return isBlind || (known?.state === 'waiting' && !row.cancel_wanted)
  if (row.state !== 'attention') return false
  const isInTheWay =
    orphansInTheWay(rules, sale).length > 0 || sale.documents.some((doc) => isLiving(doc) && doc.ttn === row.ttn)
  return isBlind || row.told_exists || (known === undefined ? isInTheWay : known.state === 'error')
}
