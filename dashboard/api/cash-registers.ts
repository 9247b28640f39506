import { queryOptions } from '@tanstack/react-query'
import type { AuditItem } from '#/contract/audit.ts'
import type {
  AddCashRegisterRequest,
  CashRegister,
  CashRegisterList,
  EditCashRegisterRequest,
} from '#/contract/cash-registers.ts'
import type { Receipt } from '#/contract/receipts.ts'
import { receiptCan, receiptStates } from '#/contract/receipt-states.ts'
import { change, command, getJson } from './client.ts'

/** A shop has a few; never more than the largest page. */
export const cashRegistersQuery = queryOptions({
  queryKey: ['cash-registers'],
  queryFn: ({ signal }) => getJson<CashRegisterList>('/cash-registers?limit=200', signal),
  staleTime: 60_000,
})

export const addCashRegister = (register: AddCashRegisterRequest): Promise<CashRegister> =>
  change('POST', '/cash-registers', register)
export const editCashRegister = (id: string, changes: EditCashRegisterRequest): Promise<CashRegister> =>
  change('PATCH', `/cash-registers/${id}`, changes)
export const makeDefault = (id: string): Promise<CashRegister> => change('POST', `/cash-registers/${id}/default`)
export const checkCashRegister = (id: string): Promise<CashRegister> => change('POST', `/cash-registers/${id}/check`)
export const removeCashRegister = (id: string): Promise<void> => command('DELETE', `/cash-registers/${id}`)

/** Receipts that keep a register from being deleted: those that can still be cancelled are not at their end. */
export const receiptsHoldingQuery = (id: string) =>
  queryOptions({
    queryKey: ['receipts', 'holding', id],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        receiptStates.filter(receiptCan.be_cancelled).map((state) => {
          const asked = new URLSearchParams({ cash_register_id: id, state, limit: '20' })
          return getJson<{ items: Receipt[] }>(`/receipts?${asked.toString()}`, signal)
        }),
      )
      return pages.flatMap(({ items }) => items)
    },
  })

/** When the secrets of a register were last given, and by whom: the log knows. Newest first. */
export const registerEntriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'register', id],
    queryFn: ({ signal }) => getJson<{ items: AuditItem[] }>(`/audit?subject=${id}&limit=100`, signal),
  })
