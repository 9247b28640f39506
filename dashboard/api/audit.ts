import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AuditItem, AuditVerdict } from '#/contract/audit.ts'
import type { AuditView } from '../addresses/audit-view.ts'
import { getJson } from './client.ts'
import { download } from './download.ts'

interface AuditPage {
  items: AuditItem[]
  next_cursor: string | null
}

const ask = (view: AuditView, cursor: string | undefined, signal: AbortSignal): Promise<AuditPage> =>
  getJson(`/audit?${toQuery({ ...view, limit: 50, cursor })}`, signal)

export const auditQuery = (view: AuditView) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'list', view],
    queryFn: ({ signal, pageParam }) => ask(view, pageParam, signal),
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

/** The answer is the name of the file. */
export const exportAudit = (view: AuditView): Promise<string> =>
  download(`/audit/export?${toQuery({ ...view })}`, fileName(view))

/** The filter stands in the name: «zhurnal_actor-olena_from-2026-03-01.csv». */
const fileName = (view: AuditView): string =>
  ['zhurnal', ...Object.entries(view).map(([name, value]) => `${name}-${value.replace(/[^\w-]/g, '-')}`)].join('_') +
  '.csv'

const toQuery = (fields: Record<string, string | number | undefined>): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
