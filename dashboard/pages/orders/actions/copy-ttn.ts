import { sentenceOf } from '#/contract/errors.ts'
import type { Order } from '#/contract/orders.ts'
import { toast } from '../../../ui/toast.ts'

export function copyTtn({ ttn }: Order): void {
  if (ttn === null) return toast(sentenceOf('receipt.no_ttn'), 'danger')
  navigator.clipboard.writeText(ttn).then(
    () => toast(`ТТН\u00a0…${ttn.slice(-4)} скопійовано.`),
    () => toast('Браузер не дозволив копіювати.', 'danger'),
  )
}
