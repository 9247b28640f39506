import { deadStates, receiptStates } from '#/contract/receipt-states.ts'
import type { Row } from '../world.ts'

/**
 * One sale, and all that can be true of it at the provider and at the carrier without us: documents made, removed or paid by
 * others, credentials that see other documents, a parcel that goes on under another TTN, rows that a restore took back. How
 * workers die and answers come late is the other model's; here a send is three steps (lookup, permit, outcome).
 */
export interface Sale {
  rows: readonly SaleRow[]
  documents: readonly Doc[]
  flights: readonly Flight[]
  snapshot: Snapshot
  parcel: Parcel
  /** The credentials of the register now. */
  scope: Scope
  hands_left: number
  changes_left: number
  backup: Backup | 'none' | 'restored'
  /** A rule that the step to this sale broke, where the sale alone does not show it. */
  broken: string | null
}

export type Scope = 0 | 1
export type Kind = 'ettn' | 'prepayment'
export type Ttn = 'A' | 'B'

export interface SaleRow extends Row {
  number: 1 | 2
  kind: Kind
  ttn: Ttn
  /** The credentials it was sent with. */
  scope: Scope
  /** So many documents there were when it was created: those are older than it. */
  older: number
  /** The document of which the provider said that it exists, counted from one; 0: none. */
  told_of: number
}

/** Made by hand, or by a receipt that a restore took back. */
export const byHand = 0
export const byLostReceipt = 99
/** Which receipt made it, at which attempt. */
export const makerOf = ({ number, attempt }: Pick<SaleRow, 'number' | 'attempt'>): number => number * 10 + attempt

export interface Doc {
  by: number
  kind: Kind
  ttn: Ttn
  scope: Scope
  /** `error`: paid, and fiscalizing failed. `ended`: no fiscal receipt will come of it. */
  state: 'waiting' | 'error' | 'fiscal' | 'ended' | 'deleted'
  /** Made more than two days ago. */
  old: boolean
  /** The provider does not show it now, or did not for a time. */
  hidden: 'never' | 'now' | 'was'
  /** Made between a backup and its restore. */
  of_lost_time: boolean
}

/** A create that may still take effect. */
export interface Flight extends Pick<Doc, 'by' | 'kind' | 'ttn' | 'scope'> {
  /** The documents that could be known before it was sent, one bit each. */
  knowable: number
}

/** What we keep of the provider's documents. */
export interface Snapshot {
  seen: readonly (Doc['state'] | '')[]
  /** Read wholly for the send that comes next. */
  fresh: boolean
  /** What could be known when it was read. */
  knowable: number
}

export interface Parcel {
  ttn: Ttn
  paid: boolean
  /** What we know of it. */
  known_ttn: Ttn
  known_paid: boolean
  /** Tracked since something happened to it. */
  tracked: boolean
}

export interface Backup {
  rows: readonly SaleRow[]
  seen: Snapshot['seen']
  scope: Scope
  documents: number
  flying: readonly number[]
}

export const isDead = ({ state }: Row): boolean => deadStates.some((dead) => dead === state)
export const isLiving = ({ state }: Doc): boolean => state !== 'deleted' && state !== 'ended'
export const isShown = (doc: Doc, scope: Scope): boolean => doc.scope === scope && doc.hidden !== 'now'

export const documentOf = (sale: Sale, row: SaleRow): Doc | undefined => sale.documents[row.document - 1]

/** Whether a living receipt holds the document at this place. */
export const isHeld = ({ rows }: Sale, place: number): boolean =>
  rows.some((row) => row.document === place + 1 && !isDead(row))

const states = ['waiting', 'error', 'fiscal', 'ended', 'deleted', ''] as const
const hiding = ['never', 'now', 'was'] as const
const quiets = ['unset', 'pending', 'over']
const bits = (...all: boolean[]): number => all.reduce((sum, bit) => sum * 2 + Number(bit), 0)
const codesOfRows = (rows: readonly SaleRow[]): number[] => rows.flatMap(codesOfRow)

function codesOfRow(row: SaleRow): number[] {
  const flags = [row.cancel_wanted, row.answered, row.told_exists, row.absent, row.gone, row.cancel_accepted]
  const { number, kind, ttn, scope } = row
  return [
    ((receiptStates.indexOf(row.state) * 8 + row.attempt) * 8 + row.document) * 4 + quiets.indexOf(row.quiet),
    bits(...flags, number === 2, kind === 'ettn', ttn === 'A', scope === 1),
    row.older * 8 + row.told_of,
  ]
}

/** A few characters for each sale: hundreds of thousands are kept. */
export function keyOf({ rows, documents, flights, snapshot, parcel, scope, backup, ...rest }: Sale): string {
  const codes = [
    bits(
      ...[parcel.paid, parcel.known_paid, parcel.tracked, snapshot.fresh],
      parcel.ttn === 'A',
      parcel.known_ttn === 'A',
    ),
    (rest.hands_left * 8 + rest.changes_left) * 2 + scope,
    snapshot.knowable,
    ...snapshot.seen.map((seen) => states.indexOf(seen)),
    1_000 + rows.length,
    ...codesOfRows(rows),
  ]
  for (const { by, kind, ttn, scope: of, state, old, hidden, of_lost_time } of documents)
    codes.push(
      2_000 + bits(kind === 'ettn', ttn === 'A', of === 1, old, of_lost_time) * 32 + states.indexOf(state),
      by * 4 + hiding.indexOf(hidden),
    )
  for (const { by, kind, ttn, scope: of, knowable } of flights)
    codes.push(4_000 + by, bits(kind === 'ettn', ttn === 'A', of === 1) * 64 + knowable)
  if (typeof backup === 'string') codes.push(backup === 'none' ? 5_000 : 5_001)
  else
    codes.push(
      6_000 + backup.documents * 2 + backup.scope,
      ...backup.seen.map((seen) => states.indexOf(seen)),
      ...backup.flying,
      7_000,
      ...codesOfRows(backup.rows),
    )
  return String.fromCharCode(...codes) + (rest.broken ?? '')
}
