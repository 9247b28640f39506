import { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { World } from './world.ts'

/** Which sales are shown as received without a receipt, before something happens that could make them forgotten. */
export async function noteUncovered({ people, decisions: { uncovered } }: World): Promise<void> {
  const answer = await people.ask('admin', 'GET', '/receipts/alarms')
  if (answer.status !== 200) return
  for (const { order_id, ttn } of ReceiptAlarms.parse(answer.body).received)
    if (ttn !== null) uncovered.set(order_id, new Set(uncovered.get(order_id)).add(ttn))
}
