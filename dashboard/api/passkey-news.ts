import type { Passkey } from '#/contract/auth.ts'
import { keep, recall } from '../browser/browser-memory.ts'

/**
 * What the last login said of passkeys that were added before it. It stays until the person has read it, also over a
 * reload.
 */
const key = 'kasyr-passkeys-added'

export function keepPasskeyNews(added: readonly Passkey[]): void {
  keep(key, added.length === 0 ? null : JSON.stringify(added.map(({ name, created_at }) => ({ name, created_at }))))
}

export const hasPasskeyNews = (): boolean => typeof recall(key) === 'string'

export type PasskeyNews = Pick<Passkey, 'name' | 'created_at'>[]

export function passkeyNews(): PasskeyNews {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}
