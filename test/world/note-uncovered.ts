import { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import type { World } from './world.ts'

/** What was only paid ahead is not kept with another TTN (decision 0063). */
const isOfReceived = (detail: string): boolean => detail.startsWith('Посилку отримано')

/** Which sales are shown as received without a receipt, before something happens that could make them forgotten. */
export async function noteUncovered({ people, decisions: { uncovered } }: World): Promise<void> {
  const answer = await people.ask('admin', 'GET', '/receipts/alarms')
  if (answer.status !== 200) return
  for (const { order_id, ttn, detail } of ReceiptAlarms.parse(answer.body).received)
    if (ttn !== null && isOfReceived(detail)) uncovered.set(order_id, new Set(uncovered.get(order_id)).add(ttn))
}
