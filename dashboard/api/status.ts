import { queryOptions } from '@tanstack/react-query'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { keep, recall } from '../browser/browser-memory.ts'
import { getJson } from './client.ts'

const key = 'kasyr-demo'
const obligedKey = 'kasyr-everyone-obliged'

/** An alarm of the log must reach the page soon, wherever the person is. */
const askEveryMs = 60_000

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => {
    const status = await getJson<ServiceStatus>('/status', signal)
    keep(key, status.demo ? '1' : null)
    keep(obligedKey, status.second_factor === 'everyone' ? '1' : null)
    return status
  },
  refetchInterval: askEveryMs,
  refetchOnWindowFocus: true,
  // As it was the last time: what is said above a page must not push it down a moment later, and a page that may not be
  // opened without a second factor must not flash.
  placeholderData: (): ServiceStatus => ({
    demo: typeof recall(key) === 'string',
    version: '',
    second_factor: typeof recall(obligedKey) === 'string' ? 'everyone' : 'optional',
    audit_alarm: null,
  }),
})
