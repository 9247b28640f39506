import { createHash } from 'node:crypto'
import { lettersOf, rewrite } from '#/contract/letters.ts'
import { toLatinLayout } from '#/contract/order-search.ts'
import { readableGroups } from '#/server/platform/random.ts'

const codesAtOnce = 10

/** Four groups of six letters: 118 bits. ASVS 6.5.2 lets a plain hash guard a code from 112 bits on. */
export const newRecoveryCodes = (): string[] => Array.from({ length: codesAtOnce }, () => readableGroups(4, 6))

/**
 * A plain hash is enough: a code is random and too long to be found by trying. The user's id keeps codes of two people
 * apart, so that a copied row opens nothing.
 */
export const recoveryHash = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId}:${code.replaceAll('-', '')}`)
    .digest()

/** What a person typed: six digits of an authenticator, or what may be meant as a recovery code. */
export type TypedCode = { digits: string } | { readings: string[] }

export function readCode(typed: string): TypedCode {
  const letters = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (/^\d{6}$/.test(letters)) return { digits: letters }
  // A Ukrainian layout was on: the person typed the letters by their look, or pressed the right keys without looking.
  return { readings: [...new Set([rewrite(letters, byLook), toLatinLayout(letters)])] }
}

/** Cyrillic letters and what they look like. */
const byLook = lettersOf('асекмнртухвзб', 'acekmhptyxb36')
