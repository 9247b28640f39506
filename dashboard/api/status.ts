import { queryOptions } from '@tanstack/react-query'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { keep, recall } from '../browser-memory.ts'
import { getJson } from './client.ts'

const key = 'kasyr-demo'

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => {
    const status = await getJson<ServiceStatus>('/status', signal)
    keep(key, status.demo ? '1' : null)
    return status
  },
  staleTime: Infinity,
  // As it was the last time: what is said above a page must not push it down a moment later.
  placeholderData: (): ServiceStatus => ({
    demo: typeof recall(key) === 'string',
    version: '',
    second_factor: 'optional',
    audit_alarm: null,
  }),
})
