import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AuditItem, AuditVerdict } from '#/contract/audit.ts'
import type { AuditView } from '../audit-view.ts'
import { getJson } from './client.ts'

interface AuditPage {
  items: AuditItem[]
  next_cursor: string | null
}

const ask = (view: AuditView, limit: number, cursor: string | undefined, signal?: AbortSignal): Promise<AuditPage> => {
  const fields = Object.entries({ ...view, limit, cursor }).filter(([, value]) => value !== undefined)
  return getJson(
    `/audit?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()}`,
    signal,
  )
}

export const auditQuery = (view: AuditView) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'list', view],
    queryFn: ({ signal, pageParam }) => ask(view, 50, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

/** The server walks the whole log for it, so it is not asked again by itself. */
export const auditVerdictQuery = queryOptions({
  queryKey: ['audit', 'verdict'],
  queryFn: ({ signal }) => getJson<AuditVerdict>('/audit/verify', signal),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
})

export const mostExported = 10_000

/** Every entry of the view, the newest first, up to `mostExported`. */
export async function listAuditEntries(view: AuditView): Promise<{ items: AuditItem[]; more: boolean }> {
  const items: AuditItem[] = []
  for (let cursor: string | undefined; ;) {
    const page = await ask(view, 200, cursor)
    items.push(...page.items)
    cursor = page.next_cursor ?? undefined
    if (cursor === undefined || items.length >= mostExported) return { items, more: cursor !== undefined }
  }
}
