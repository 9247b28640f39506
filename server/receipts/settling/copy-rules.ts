import type { CopyAddress } from '#/server/integrations/fiscal/ettn-client.ts'

/** A second click, or a second person who sees the same trouble, sends the buyer nothing twice. */
export const receiptPauseSeconds = 60
/** An SMS costs the shop money. After an outage a cashier may send one a minute for an hour. */
export const mostPerPersonAndHour = 60

export interface AskedBefore {
  /** How long ago a copy of this receipt was requested, unless Checkbox plainly refused it; null: never. */
  receipt_seconds: number | null
  /** How many copies this person has requested within an hour, and how long ago the oldest of them was. */
  person_count: number
  person_oldest_seconds: number
}

/** Seconds still to wait; 0: none. */
export function secondsToWait({ receipt_seconds, person_count, person_oldest_seconds }: AskedBefore): number {
  const receipt = receipt_seconds === null ? 0 : receiptPauseSeconds - receipt_seconds
  const person = person_count < mostPerPersonAndHour ? 0 : 3600 - person_oldest_seconds
  return Math.max(0, Math.ceil(receipt), Math.ceil(person))
}

/** Enough to recognise a known address, too little to learn an unknown one: «…2233», «o…@example.com». */
export function toMasked(to: CopyAddress): string {
  if ('phone' in to) return `…${to.phone.slice(-4)}`
  const at = to.email.lastIndexOf('@')
  return `${to.email.slice(0, 1)}…${to.email.slice(at)}`
}

/** One spelling of each address, so that the same one always has the same mark. */
export const toPlain = (to: CopyAddress): string =>
  'phone' in to ? to.phone.replaceAll(/\D/g, '') : to.email.toLowerCase()
