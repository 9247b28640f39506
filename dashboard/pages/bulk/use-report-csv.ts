import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import type { Batch } from '../../api/receipts.ts'
import { orderQuery } from '../../store/order-queries.ts'
import { knownOrder } from '../../store/orders.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'
import { toRows } from './batch-report.ts'
import { csvName, toReportCsv, type RowOrder } from './report-csv.ts'
import { useOnce } from '../../api/use-once.ts'

/** The report as a file, made here: what is shown is what is in it. */
export function useReportCsv(batch: Batch) {
  const queries = useQueryClient()
  const make = async () => {
    const rows = toRows(batch)
    const orders = await readOrders(queries, new Set(rows.map(({ order_id }) => order_id)))
    return toReportCsv(rows, orders)
  }
  return useOnce(make, {
    onSuccess: (text) => saveFile(csvName(batch.created_at), new Blob([text], { type: 'text/csv;charset=utf-8' })),
    onError: (error) => toast(`Файл не створено. ${sentenceFor(error)}`, 'danger'),
  })
}

async function readOrders(queries: QueryClient, ids: ReadonlySet<string>): Promise<Map<string, RowOrder>> {
  const read = async (id: string): Promise<[string, RowOrder][]> => {
    // A hidden order is not to be had; its row stays, without its name.
    const asked = () => queries.fetchQuery({ ...orderQuery(id), staleTime: 60_000 }).catch(unlessHidden)
    const order = knownOrder(id) ?? (await asked())
    return order === null ? [] : [[id, order]]
  }
  return new Map((await Promise.all(Array.from(ids, read))).flat())
}

function unlessHidden(error: unknown): null {
  if (isRefusal(error, 'order.not_found')) return null
  throw error
}
