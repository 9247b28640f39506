import { isReadable, readableGroups } from '#/server/platform/random.ts'

/**
 * Printed on the receipt as the number of the order, so it begins with that. A number may be used again after a failed try, and
 * relation ids are unique within the organization: so each try gets letters of its own, enough for the least length of ten. Any
 * script is allowed in it, but for what would break the address of the chain (`/prepayment-receipts/{relation_id}`).
 */
export function toRelationId(orderNumber: string): string {
  const number = Array.from(orderNumber.toWellFormed().replace(/[\p{C}\s/\\?#%]+/gu, '-'))
    .slice(0, 100)
    .join('')
  return `${number}-${readableGroups(1, lettersAfter(number))}`
}

const lettersAfter = (number: string): number => Math.max(6, 9 - number.length)

/** The number of the order inside a relation id of ours; null where there is none. */
export function numberIn(relationId: string): string | null {
  const number = relationId.slice(0, Math.max(0, relationId.lastIndexOf('-')))
  return /[\p{L}\p{N}]/u.test(number) ? number : null
}

/**
 * Whether a chain is of the order with this number, as far as its relation id shows: of our making, or made by hand
 * with the number alone or the number and a word. Order 12 has nothing to do with 123, and nothing with 12-3 either.
 */
export function isOfOrder(number: string, relationId: string): boolean {
  if (!relationId.startsWith(number)) return false
  const rest = relationId.slice(number.length)
  const isOurs = rest.startsWith('-') && rest.length === 1 + lettersAfter(number) && isReadable(rest.slice(1))
  return rest === '' || isOurs || /^(?:-[\p{L}\s.,()]*|[^\p{L}\p{N}-]+(?:\p{L}[\p{L}\s.,()]*)?)$/u.test(rest)
}
