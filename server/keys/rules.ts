import type { Keyring } from '#/server/platform/encryption/keyring.ts'
import type { SecretState } from './survey-secrets.ts'

/** How many secrets name a key, whether they open or not. */
export const countUnder = (states: readonly SecretState[], kid: string): number =>
  states.filter((state) => state.kid === kid).length

/** What a rotation has still to do. A secret that does not open cannot be sealed anew; it is reported, not waited for. */
export const countLeft = (states: readonly SecretState[], kid: string): number =>
  states.filter((state) => state.kid !== kid && state.problem === null).length

/** The keys that only read and that no secret names any more. */
export const unusedKids = (kids: readonly string[], states: readonly SecretState[]): string[] =>
  kids.slice(1).filter((kid) => countUnder(states, kid) === 0)

/**
 * How long a key that no longer writes is still kept. A process may have sealed a secret with it a moment before the file
 * changed and not have stored it yet; its transaction lasts no longer than the 60 s of the statement timeout.
 */
const settlingMs = 120_000

export const secondsToSettle = (changed_at: Date, now: Date): number =>
  Math.max(0, Math.ceil((changed_at.getTime() + settlingMs - now.getTime()) / 1000))

/**
 * How long a token key that no longer signs is still kept: an access token lives for ten minutes, and the successor of
 * a refresh token may be requested again for two.
 */
export const tokenLifeMs = 15 * 60_000

/**
 * Keys are taken away at once because one leaked: none of those from before may stay. But the key that a rotation made
 * a moment ago is already the answer to that.
 */
export const isNewKeyNeeded = (keyring: Keyring, changed_at: Date, now: Date): boolean =>
  keyring.length === 1 || secondsToExpire(changed_at, now) === 0

export const secondsToExpire = (changed_at: Date, now: Date): number =>
  Math.max(0, Math.ceil((changed_at.getTime() + tokenLifeMs - now.getTime()) / 1000))
