import type { AuditItem } from '#/contract/audit.ts'
import { formatMoney } from '#/contract/money.ts'

/** Words inside a sentence that lead somewhere: to the order, or to the page of the register or the person. */
export interface LinkedWords {
  leads: 'order' | 'subject'
  words: string
}

/** A sentence about an entry, cut where a link begins and ends. */
export type Piece = string | LinkedWords

/** All that an entry tells of what it is about. */
export type Told = Pick<AuditItem, 'details' | 'subject' | 'order' | 'receipt' | 'subject_name'>

/** Of whichever case: the word has one form in all that are needed here. */
export function theOrder({ order, details, subject }: Told, word = 'замовлення'): Piece {
  const number = order?.number ?? details['number']
  const words = typeof number === 'string' ? `${word} №\u00a0${number}` : word
  return orderIdOf({ order, details, subject }) === null ? words : { leads: 'order', words }
}

export function orderIdOf({ order, details, subject }: Pick<Told, 'order' | 'details' | 'subject'>): string | null {
  if (order !== undefined) return order.id
  if (subject.type === 'order') return subject.id
  return typeof details['order_id'] === 'string' ? details['order_id'] : null
}

const nameOf = ({ subject_name, details }: Told): string | null =>
  typeof details['name'] === 'string' ? details['name'] : (subject_name ?? null)

/** In the accusative, as something is done to it. */
export function theRegister(entry: Told, word = 'касу'): Piece {
  const name = nameOf(entry)
  return { leads: 'subject', words: name === null ? word : `${word} «${name}»` }
}

export function thePerson(entry: Told): Piece {
  const name = nameOf(entry)
  return name === null ? 'користувача' : { leads: 'subject', words: `користувача «${name}»` }
}

const receiptNoun = /(?<!\p{L})чек(?:а|у|ом)?(?!\p{L})/iu

/** «Checkbox створив чек» becomes «Checkbox створив чек на 651,00 ₴ за замовлення № 84201». */
export function withReceipt(sentence: string, entry: Told): Piece[] {
  const noun = receiptNoun.exec(sentence)
  if (noun === null) return [`${sentence}, `, theOrder(entry)]
  const end = noun.index + noun[0].length
  return [`${sentence.slice(0, end)}${sumOf(entry)} за\u00a0`, theOrder(entry), sentence.slice(end)]
}

function sumOf({ receipt, details }: Told): string {
  const kind = receipt?.kind ?? details['kind']
  const amount = receipt?.amount ?? details['amount']
  const which = kind === 'prepayment' ? ' передоплати' : ''
  return typeof amount === 'number' ? `${which} на\u00a0${formatMoney(amount)}` : which
}

export const plainWords = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.words)).join('')
