import { queryOptions } from '@tanstack/react-query'
import type { Session } from '#/contract/auth.ts'
import { getJson } from './client.ts'

/** When this very session ends unless it is prolonged by working. Apart from the list of all of them, which has its page. */
export const sessionEndQuery = queryOptions({
  queryKey: ['auth', 'session-end'],
  queryFn: async ({ signal }) => {
    const { items } = await getJson<{ items: Session[] }>('/auth/sessions', signal)
    return items.find(({ current }) => current)?.expires_at ?? null
  },
})
