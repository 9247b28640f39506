import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#/contract/auth.ts'
import { isRefusal } from './api-error.ts'
import { getJson } from './client.ts'
import { userChanged } from './session.ts'
import { sessionState } from './session-state.ts'

/** Coming back to the tab more often than this is no reason to ask. */
const notAgainForMs = 60_000

/**
 * An admin may change the role or name of this person, or reset their second factor, at any time. The page reads the
 * user again when the person comes back and when the server refuses what the page offered, so that it stops offering
 * it.
 */
export function keepUserFresh(queries: QueryClient): void {
  let askedAt = Date.now()
  const ask = () => {
    askedAt = Date.now()
    if (sessionState().phase !== 'active') return
    // Whatever failed here will fail where the person sees it.
    refreshUser().catch(() => undefined)
  }

  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - askedAt > notAgainForMs) ask()
  })
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isForbidden(event.action.error)) ask()
  })
  queries.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isForbidden(event.action.error)) ask()
  })
}

export const refreshUser = (): Promise<void> => getJson<User>('/auth/me').then(userChanged)

const isForbidden = (error: unknown): boolean => isRefusal(error, 'auth.forbidden', 'auth.second_factor_needed')
