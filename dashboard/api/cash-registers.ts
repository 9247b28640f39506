import { queryOptions } from '@tanstack/react-query'
import type {
  AddCashRegisterRequest,
  CashRegister,
  CashRegisterList,
  EditCashRegisterRequest,
} from '#/contract/cash-registers.ts'
import { change, command, getJson } from './client.ts'

/** A shop has a few; more than the largest page of them nobody has. */
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
/** Asked for before a secret is changed, when the password was typed too long ago. */
export const reauthenticate = (password: string): Promise<void> => command('POST', '/auth/reauth', { password })
