import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdoptAnswer, AdoptRequest } from '#/contract/receipts.ts'
import { adoptDocuments, alarmsQuery } from '../../api/receipts.ts'
import { toast } from '../../ui/toast.ts'
import { refreshReceiptOf } from './refresh-receipt.ts'

/** Documents of Checkbox become receipts; what was refused is said, and what was taken is shown wherever its order is. */
export function useAdopting(onDone: (answer: AdoptAnswer) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (documents: AdoptRequest['documents']) => adoptDocuments(documents),
    onSuccess: (answer) => {
      for (const { order_id } of answer.adopted) refreshReceiptOf(queries, order_id)
      void queries.invalidateQueries({ queryKey: alarmsQuery.queryKey })
      if (answer.adopted.length > 0)
        toast(answer.adopted.length === 1 ? 'Чек прийнято.' : `Прийнято чеків: ${answer.adopted.length}.`)
      onDone(answer)
    },
  })
}
