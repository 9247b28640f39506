import type { Answer } from '../frame/operations.ts'
import { refuseTooFast } from './refusals.ts'
import type { Register } from './registers.ts'
import type { Settings } from './settings.ts'

/** So many creates of one register in any second of the world; those that came too fast do not count. */
export const createCreateLimit = (now: () => number, settings: () => Settings) => {
  const taken = new Map<string, number[]>()

  return {
    /** null: it may go on. */
    take: ({ license_key }: Register): Answer | null => {
      const { creates_per_second: most, retry_after } = settings()
      if (most === null) return null
      const recent = (taken.get(license_key) ?? []).filter((at) => at > now() - 1000)
      if (recent.length >= most) return refuseTooFast(retry_after)
      taken.set(license_key, [...recent, now()])
      return null
    },
  }
}

export type CreateLimit = ReturnType<typeof createCreateLimit>
