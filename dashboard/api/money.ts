import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  OneWithdrawnPayout,
  PayeeList,
  Payout,
  PayoutAnswers,
  PayoutLine,
  PayoutLineList,
  PayoutList,
  PayoutPreview,
  WithdrawnPayoutList,
} from '#/contract/payouts.ts'
import type { MoneyView, TransfersView } from '../addresses/money-view.ts'
import { authorized, change, command, getJson } from './client.ts'
import { readJson } from './send.ts'

/** Everything about transfers; an event about any of them makes all of it old. */
export const moneyKey = ['money'] as const

/** A shop has a few payees. */
export const payeesQuery = queryOptions({
  queryKey: [...moneyKey, 'payees'],
  queryFn: ({ signal }) => getJson<PayeeList>('/money/payees', signal),
  staleTime: 60_000,
})

export const payoutsQuery = (view: MoneyView) =>
  infiniteQueryOptions({
    queryKey: [...moneyKey, 'payouts', view],
    queryFn: ({ signal, pageParam }) =>
      getJson<PayoutList>(`/money/registers?${toQuery({ ...view, limit: 50, cursor: pageParam })}`, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: [...moneyKey, 'payout', id],
    queryFn: ({ signal }) => getJson<Payout>(`/money/registers/${id}`, signal),
  })

/** What no longer counts, the newest withdrawn first. */
export const withdrawnPayoutsQuery = infiniteQueryOptions({
  queryKey: [...moneyKey, 'withdrawn'],
  queryFn: ({ signal, pageParam }) =>
    getJson<WithdrawnPayoutList>(`/money/registers/withdrawn?${toQuery({ limit: 50, cursor: pageParam })}`, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
})

export const withdrawnPayoutQuery = (id: string) =>
  queryOptions({
    queryKey: [...moneyKey, 'withdrawn', id],
    queryFn: ({ signal }) => getJson<OneWithdrawnPayout>(`/money/registers/withdrawn/${id}`, signal),
    // Nothing changes it any more.
    staleTime: Infinity,
  })

export const transfersQuery = (payoutId: string, view: TransfersView) =>
  infiniteQueryOptions({
    queryKey: [...moneyKey, 'lines', payoutId, view],
    queryFn: ({ signal, pageParam }) => {
      const query = toQuery({ register_id: payoutId, ...view, limit: 100, cursor: pageParam })
      return getJson<PayoutLineList>(`/money/lines?${query}`, signal)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

/** What is in the file and what importing it would do; nothing is changed. */
export const previewPayout = async (file: File, answers: PayoutAnswers): Promise<PayoutPreview> =>
  readJson(await authorized({ method: 'POST', path: '/money/registers?preview=true', body: formOf(file, answers) }))

export const importPayout = async (file: File, answers: PayoutAnswers): Promise<Payout> =>
  readJson(await authorized({ method: 'POST', path: '/money/registers?preview=false', body: formOf(file, answers) }))

export const withdrawPayout = (id: string, reason: string): Promise<void> =>
  command('DELETE', `/money/registers/${id}`, { reason })

export const settleTransfer = (id: string, reason: string): Promise<PayoutLine> =>
  change('POST', `/money/lines/${id}/settle`, { reason })

export const reopenTransfer = (id: string): Promise<PayoutLine> => change('DELETE', `/money/lines/${id}/settle`)

/** The answers come before the file, so that the server has them when it begins to read. */
function formOf(file: File, answers: PayoutAnswers): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(answers)) if (value !== undefined) form.append(name, value)
  form.append('file', file, file.name)
  return form
}

const toQuery = (fields: Record<string, string | number | true | undefined>): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
