import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { cashRegistersQuery, registerEntriesQuery } from '../../api/cash-registers.ts'

/** A change of a register, after which the list and its history are up to date. */
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
      // The register that was the default before may no longer be.
      void queries.invalidateQueries({ queryKey: cashRegistersQuery.queryKey })
      void queries.invalidateQueries({ queryKey: registerEntriesQuery(register.id).queryKey })
      onDone(register)
    },
  })
  return { run: change.mutate, busy: change.isPending, error: change.error, tried: change.variables }
}
