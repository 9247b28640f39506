import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { isRefusal } from '../../api/api-error.ts'
import { cashRegistersQuery, registerEntriesQuery } from '../../api/cash-registers.ts'

/**
 * A change of a register. When the server wants the password again, `asksPassword` says so and `retry` does the same
 * once more: nothing that was typed is lost on the way.
 */
export function useRegisterChange<Input>(
  call: (input: Input) => Promise<CashRegister>,
  onDone: (register: CashRegister) => void,
) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: call,
    onSuccess: (register) => {
      queries.setQueryData(cashRegistersQuery.queryKey, (list) => {
        if (list === undefined) return list
        const isKnown = list.items.some(({ id }) => id === register.id)
        const items = list.items.map((one) => (one.id === register.id ? register : one))
        return { ...list, items: isKnown ? items : [...items, register] }
      })
      // Whoever was the default before is so no longer.
      void queries.invalidateQueries({ queryKey: cashRegistersQuery.queryKey })
      void queries.invalidateQueries({ queryKey: registerEntriesQuery(register.id).queryKey })
      onDone(register)
    },
  })
  const asksPassword = isRefusal(change.error, 'auth.reauth_required')
  return {
    run: change.mutate,
    busy: change.isPending,
    error: asksPassword ? null : change.error,
    asksPassword,
    retry: () => {
      if (change.variables !== undefined) change.mutate(change.variables)
    },
    giveUp: change.reset,
  }
}
