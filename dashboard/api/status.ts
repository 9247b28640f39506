import { queryOptions } from '@tanstack/react-query'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { getJson } from './client.ts'

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => getJson<ServiceStatus>('/status', signal),
  staleTime: Infinity,
})
