import { deadStates, receiptStates, type ReceiptState } from '#/contract/receipt-states.ts'
import type { Decide, ReceiptEvent, ReceiptEventType } from '#/server/receipts/machine/facts.ts'

/**
 * One receipt row and everything outside that has to do with it: which worker holds a permit, what is on the wire, what
 * the provider has, what a lookup read there and has not reported yet. Time is reduced to what can be distinguished:
 * before or after the quiet period, before or after the first sight of absence.
 */
export interface World {
  row: Row
  /** One for every permit to create, in order. */
  sends: readonly Send[]
  removals: readonly Removal[]
  /** Read at the provider, not reported yet. */
  looks: readonly Look[]
  /** A rule that the step to this world broke, where the world alone does not show it. */
  broken: string | null
}

export interface Row {
  state: ReceiptState
  attempt: number
  voided: number
  cancel_wanted: boolean
  /** The attempt whose document this row knows as its own; 0 for none. */
  document: number
  quiet: 'unset' | 'pending' | 'over'
  answered: boolean
  told_exists: boolean
  absent: boolean
  gone: boolean
  /** Not of the row: whether a cancel was ever accepted, for S7. */
  cancel_accepted: boolean
}

export interface Send {
  /** No worker; may send; knows that nothing was sent, or that nothing may be; waits; or knows the answer. */
  worker: '' | 'may_send' | 'not_sent' | 'stopped' | 'waits' | 'positive' | 'refused' | 'answered' | 'ambiguous'
  /** `landed`: done by the provider, its positive answer on the way. */
  message: '' | 'flying' | 'landed'
  document: '' | 'waiting' | 'error' | 'fiscal' | 'deleted'
}

export interface Removal {
  of: number
  worker: '' | 'may_send' | 'waits' | 'removed' | 'fiscal' | 'refused' | 'ambiguous'
  message: '' | 'flying' | 'landed'
  /** No later one was claimed. */
  last: boolean
}

export const sights = [
  'found_waiting',
  'found_fiscal',
  'found_receipt_error',
  'found_only_cancelled',
  'found_nothing',
  'found_several',
  'polled_gone',
] as const satisfies readonly ReceiptEventType[]
export type Sight = Extract<ReceiptEvent, { type: (typeof sights)[number] }>

export interface Look {
  saw: Sight['type']
  document: number
  /** Begun after the doubt it is reported to. */
  fresh: boolean
  /** As it was when the reading began: the period over, absence seen, the document missed. */
  quiet: boolean
  absent: boolean
  gone: boolean
}

export interface Step {
  label: string
  to: World
  /** Ours or the course of time: needs neither a person nor a parcel. Only such steps are certain to settle a receipt. */
  ours: boolean
}

/** The size of the model, and the rules of the service around the machine; the planted faults change one at a time. */
export interface Rules {
  decide: Decide
  rows: 1 | 2
  attempts: 1 | 2 | 3
  /** How many permits of a row may turn out unused. */
  voids: number
  /** Deletions, and readings, of one row that may be under way at once. */
  removals: number
  looks: number
  /**
   * Whether the remains around a dead row are followed further beside the second one. It can do nothing to the dead row, which
   * the search shows before there is a second, and nothing to the second either; following it on multiplies the states.
   */
  follows_the_dead: boolean
  second_row_beside_a_live_one: boolean
  sends_before_its_permit: boolean
  /** And not when it began. */
  look_is_dated_when_told: boolean
}

export const isDead = ({ state }: Row): boolean => deadStates.some((dead) => dead === state)
export const isLive = ({ document }: Send): boolean => ['waiting', 'error', 'fiscal'].includes(document)
export const mayLand = ({ worker, message }: Send): boolean => worker === 'may_send' || message === 'flying'

const workers = [
  '',
  'may_send',
  'not_sent',
  'stopped',
  'waits',
  'positive',
  'refused',
  'answered',
  'ambiguous',
  'removed',
  'fiscal',
]
const messages = ['', 'flying', 'landed']
const documents = ['', 'waiting', 'error', 'fiscal', 'deleted']
const quiets = ['unset', 'pending', 'over']
const flags = (...all: boolean[]): number => all.reduce((sum, flag) => sum * 2 + Number(flag), 0)

/** A few characters for each world: millions of them are kept. */
export function keyOf({ row, sends, removals, looks, broken }: World): string {
  const codes = [
    (((receiptStates.indexOf(row.state) * 8 + row.attempt) * 8 + row.voided) * 8 + row.document) * 4 +
      quiets.indexOf(row.quiet),
    flags(row.cancel_wanted, row.answered, row.told_exists, row.absent, row.gone, row.cancel_accepted),
  ]
  for (const { worker, message, document } of sends)
    codes.push((workers.indexOf(worker) * 4 + messages.indexOf(message)) * 8 + documents.indexOf(document))
  for (const { worker, message, of, last } of removals)
    codes.push(0x4000 + ((workers.indexOf(worker) * 4 + messages.indexOf(message)) * 8 + of) * 2 + Number(last))
  for (const look of looks)
    codes.push(
      0x8000 +
        (sights.indexOf(look.saw) * 8 + look.document) * 16 +
        flags(look.fresh, look.quiet, look.absent, look.gone),
    )
  return String.fromCharCode(...codes) + (broken ?? '')
}
