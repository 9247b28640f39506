import { queryOptions } from '@tanstack/react-query'
import type { Session } from '#/contract/auth.ts'
import { getJson } from './client.ts'

/**
 * When the session of this token ends unless it is prolonged by working. Asked with every new token: that is when it was
 * prolonged, or the person has logged in again. Apart from the list of all sessions, which has its page.
 */
export const sessionEndQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['auth', 'session-end', token],
    queryFn: async ({ signal }) => {
      const { items } = await getJson<{ items: Session[] }>('/auth/sessions', signal)
      return items.find(({ current }) => current)?.expires_at ?? null
    },
    staleTime: Infinity,
    gcTime: 0,
  })
