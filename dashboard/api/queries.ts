import { queryOptions } from '@tanstack/react-query'
import type { Session } from '#/contract/auth.ts'
import { getJson } from './client.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => getJson<{ items: Session[] }>('/auth/sessions', signal),
})
