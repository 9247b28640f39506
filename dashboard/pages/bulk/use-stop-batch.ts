import { useQueryClient } from '@tanstack/react-query'
import { pluralize } from '#/contract/plurals.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { batchQuery, stopBatch } from '../../api/receipts.ts'
import { toast } from '../../ui/toast.ts'
import { countOutcomes, toRows } from './batch-report.ts'
import { receiptForms } from '../../words/counted-words.ts'
import { useOnce } from '../../api/use-once.ts'

/** What has not been sent yet is cancelled; the rest goes its way. */
export function useStopBatch(id: string) {
  const queries = useQueryClient()
  return useOnce(() => stopBatch(id), {
    onSuccess: (batch) => {
      queries.setQueryData(batchQuery(id).queryKey, batch)
      const { stopped } = countOutcomes(toRows(batch))
      toast(`Решту зупинено: скасовано ${pluralize(stopped, receiptForms)}, у\u00a0Checkbox нічого не\u00a0з’явиться.`)
    },
    onError: (error) => toast(`Зупинити не вдалося. ${sentenceFor(error)}`, 'danger'),
  })
}
