import type { FiscalFacts } from '#/contract/register-health.ts'
import { toKyivDay } from '#/server/integrations/kyiv-time.ts'

const dayOf = (instant: string): string => toKyivDay(new Date(instant))

/**
 * The check itself saw a shift that is older than the day of the check. A shift that was seen on its own day may have been closed
 * since, so time alone makes no shift a forgotten one.
 */
export const isLeftOpen = (
  facts: FiscalFacts,
  checked_at: string | null,
): facts is FiscalFacts & { shift_opened_at: string } =>
  facts.has_shift === true &&
  typeof facts.shift_opened_at === 'string' &&
  checked_at !== null &&
  dayOf(facts.shift_opened_at) < dayOf(checked_at)

/** A shift was open when last looked at, and its day is over: now it shows whether it was closed. */
export const mayBeLeftOpen = (facts: FiscalFacts | null, checked_at: string, now: Date): boolean =>
  facts?.has_shift === true && dayOf(checked_at) < toKyivDay(now)
