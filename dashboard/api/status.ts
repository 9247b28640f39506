import { queryOptions } from '@tanstack/react-query'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { getJson } from './client.ts'

const key = 'kasyr-demo'

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => {
    const status = await getJson<ServiceStatus>('/status', signal)
    remember(status.demo)
    return status
  },
  staleTime: Infinity,
  // As it was the last time: what is said above a page must not push it down a moment later.
  placeholderData: () => ({ demo: wasDemo(), version: '' }),
})

function wasDemo(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function remember(demo: boolean): void {
  try {
    if (demo) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage it is asked for each time.
  }
}
