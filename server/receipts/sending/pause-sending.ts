import type { App } from '#/server/app.ts'
import { countTrouble, pauseSender } from './sender-store.ts'

export interface Trouble {
  /** `unsent`: no request reached the provider. `ambiguous`: one did, and no clear answer came. */
  kind: 'unsent' | 'ambiguous' | 'misconfigured'
  retry_after_seconds: number | null
}

const shortestSeconds = 5
const longestSeconds = 60
/** One lost answer among many is no reason to delay the others; several in a row are. */
const forgiven = 2
/** A page in place of the API does not go away by itself soon. */
const misconfiguredSeconds = 60
/** A longer Retry-After is the provider's mistake or an attack; the next try will show. */
const longestRetryAfterSeconds = 3_600

/** How long sending is paused, in seconds. `troubles`: failures in a row, this one included. */
export function pauseAfter({ kind, retry_after_seconds }: Trouble, troubles: number): number {
  const asked = Math.min(retry_after_seconds ?? 0, longestRetryAfterSeconds)
  if (kind === 'misconfigured') return Math.max(asked, misconfiguredSeconds)
  const counted = kind === 'unsent' ? troubles : troubles - forgiven
  const growing = counted < 1 ? 0 : Math.min(longestSeconds, shortestSeconds * 2 ** Math.min(counted - 1, 10))
  return Math.max(asked, growing)
}

/** Pauses sending through this register in every process. False: no pause is needed. */
export async function pauseSending(
  { db, log }: Pick<App, 'db' | 'log'>,
  cash_register_id: string,
  trouble: Trouble,
): Promise<boolean> {
  const seconds = pauseAfter(trouble, await countTrouble(db, cash_register_id))
  if (seconds === 0) return false
  log.warn({ cash_register_id, seconds, kind: trouble.kind }, 'sending of receipts is paused')
  await pauseSender(db, cash_register_id, seconds)
  return true
}
